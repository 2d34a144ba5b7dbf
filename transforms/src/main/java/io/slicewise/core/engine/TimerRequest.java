package io.slicewise.core.engine;

/**
 * The timers a key wants next, at most one of each kind. A timer at {@code t} is due once its clock
 * is strictly beyond {@code t}. Setting a timer again at the same time is harmless; a request of
 * {@link #NONE} leaves whatever is set, and a firing that finds nothing due changes nothing.
 *
 * @param eventTimeMillis when the event-time timer is due, or {@link #NONE}
 * @param outputHoldMillis how far the output watermark may go until then: at most {@code
 *     eventTimeMillis}
 * @param processingTimeMillis when the processing-time timer is due, or {@link #NONE}
 */
public record TimerRequest(long eventTimeMillis, long outputHoldMillis, long processingTimeMillis) {
  /** No timer. */
  public static final long NONE = Long.MAX_VALUE;

  /** A request for no timer at all. */
  public static final TimerRequest NOTHING = new TimerRequest(NONE, NONE, NONE);

  /** Whether an event-time timer is asked for. */
  public boolean hasEventTime() {
    return eventTimeMillis != NONE;
  }

  /** Whether a processing-time timer is asked for. */
  public boolean hasProcessingTime() {
    return processingTimeMillis != NONE;
  }

  /** The timers of both, of which the earlier one of each kind is enough. */
  public TimerRequest and(TimerRequest other) {
    return new TimerRequest(
        Math.min(eventTimeMillis, other.eventTimeMillis),
        Math.min(outputHoldMillis, other.outputHoldMillis),
        Math.min(processingTimeMillis, other.processingTimeMillis));
  }
}
