package io.slicewise.core.session;

import io.slicewise.core.trigger.TriggerTimers;
import java.util.Arrays;

/** What the trigger of a session waits for. */
final class SessionTimers implements TriggerTimers {
  private static final long[] NONE = {};

  private boolean waitsForEnd;

  /** Sorted, each once. */
  private long[] processingTimes = NONE;

  SessionTimers() {}

  /** Timers as they were stored. */
  SessionTimers(boolean waitsForEnd, long[] sortedProcessingTimes) {
    this.waitsForEnd = waitsForEnd;
    this.processingTimes = sortedProcessingTimes;
  }

  /** Whether the trigger has asked to be woken at the end of the session, and has not been. */
  boolean waitsForEnd() {
    return waitsForEnd;
  }

  void endIsReached() {
    waitsForEnd = false;
  }

  long[] processingTimes() {
    return processingTimes;
  }

  /** Forgets the processing times that are not in {@code sorted}. */
  void retainProcessingTimes(long[] sorted) {
    processingTimes =
        Arrays.stream(processingTimes)
            .filter(target -> Arrays.binarySearch(sorted, target) >= 0)
            .toArray();
  }

  @Override
  public void armEndOfWindow() {
    waitsForEnd = true;
  }

  @Override
  public void armProcessingTime(long targetMillis) {
    int position = Arrays.binarySearch(processingTimes, targetMillis);
    if (position < 0) {
      int insertAt = -position - 1;
      long[] longer = Arrays.copyOf(processingTimes, processingTimes.length + 1);
      System.arraycopy(
          processingTimes, insertAt, longer, insertAt + 1, processingTimes.length - insertAt);
      longer[insertAt] = targetMillis;
      processingTimes = longer;
    }
  }

  /** Takes away the processing times that are past; returns whether there were any. */
  boolean takeProcessingTimesBefore(long nowMillis) {
    int due = 0;
    while (due < processingTimes.length && processingTimes[due] < nowMillis) {
      due++;
    }
    if (due > 0) {
      processingTimes = Arrays.copyOfRange(processingTimes, due, processingTimes.length);
    }
    return due > 0;
  }
}
