package io.slicewise.core.trigger;

/** Where a trigger of one window asks to be woken. */
public interface TriggerTimers {
  /** Wake the window once the watermark is beyond its last instant. */
  void armEndOfWindow();

  /** Wake the window once processing time is strictly beyond {@code targetMillis}. */
  void armProcessingTime(long targetMillis);
}
