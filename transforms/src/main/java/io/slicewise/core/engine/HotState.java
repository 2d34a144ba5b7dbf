package io.slicewise.core.engine;

import io.slicewise.core.slice.SliceBuffer;
import io.slicewise.core.window.TimeBounds;

/**
 * What most elements of a key need, kept apart from its {@link KeyState}: the slices of the
 * elements since that was last looked at, and when it must be looked at again.
 *
 * <p>As long as nothing is due, an element whose windows all wait for their end changes the hot
 * state alone: a backend that serializes moves a few dozen bytes for it, however many slices the
 * key has. Anything else first makes the hot state part of the key state. Like that, it is changed
 * in place.
 *
 * @param <A> the type of the accumulators
 */
public final class HotState<A> {
  private final SliceBuffer<A> slices = new SliceBuffer<>();

  /** Which windowing it is of. */
  private int fingerprint;

  /** Whether no windowing has had it yet. */
  private boolean isNew = true;

  /** The highest watermark seen. */
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  /** When something of the key is due, be it hot or not, or {@link TimerRequest#NONE}. */
  private long nextEventTime = TimerRequest.NONE;

  /** How far the output watermark may go until then. */
  private long outputHold = TimerRequest.NONE;

  /** The slices of the elements since the key state was last looked at. */
  public SliceBuffer<A> slices() {
    return slices;
  }

  /** When something of the key is due, or {@link TimerRequest#NONE}. */
  public long nextEventTime() {
    return nextEventTime;
  }

  /** Lets the key be woken at {@code millis} at the latest. */
  public void wakeAt(long millis) {
    nextEventTime = Math.min(nextEventTime, millis);
    outputHold = Math.min(outputHold, nextEventTime);
  }

  /** The event-time timer that the key waits for. */
  public TimerRequest timers() {
    return new TimerRequest(nextEventTime, outputHold, TimerRequest.NONE);
  }

  boolean isNew() {
    return isNew;
  }

  int fingerprint() {
    return fingerprint;
  }

  void setFingerprint(int newFingerprint) {
    this.fingerprint = newFingerprint;
    this.isNew = false;
  }

  long watermark() {
    return watermark;
  }

  void setWatermark(long millis) {
    this.watermark = millis;
  }

  long outputHold() {
    return outputHold;
  }

  void setPending(long newNextEventTime, long newOutputHold) {
    this.nextEventTime = newNextEventTime;
    this.outputHold = newOutputHold;
  }
}
