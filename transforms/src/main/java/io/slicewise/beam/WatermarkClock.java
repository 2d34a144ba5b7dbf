package io.slicewise.beam;

import io.slicewise.core.window.TimeBounds;
import org.apache.beam.sdk.state.Timer;
import org.joda.time.Instant;

/**
 * The one place that reads the input watermark, from the event-time timer of the current key.
 *
 * <p>Beam gives a {@code DoFn} no watermark, but on runners that execute the SDK's {@code DoFn}
 * themselves (Direct, Flink, Spark, Dataflow without Runner v2) an event-time timer's relative time
 * is the live watermark. In the Fn API harness it is the timestamp of the element, or of the
 * firing, which may be ahead of the watermark: there the clock tells only what a firing proves.
 *
 * <p>A reading is never ahead of the watermark. It may be behind an earlier one; who needs the
 * latest keeps the highest.
 */
final class WatermarkClock {
  private static final String HARNESS_PACKAGE = "org.apache.beam.fn.harness.";

  /** The class of the last timer seen and what it tells, as the name is costly to look at. */
  private Class<?> timerClass;

  private boolean live;

  /** The watermark in milliseconds, in any callback but that of the event-time timer. */
  long now(Timer eventTimer) {
    return isLive(eventTimer)
        ? eventTimer.getCurrentRelativeTime().getMillis()
        : TimeBounds.MIN_TIMESTAMP;
  }

  /**
   * The watermark in milliseconds while the event-time timer of {@code fireTimestamp} is processed.
   */
  long atEventTimer(Timer eventTimer, Instant fireTimestamp) {
    // A timer fires only once the watermark is strictly beyond it, on every runner.
    long proved = Math.min(fireTimestamp.getMillis() + 1, TimeBounds.MAX_TIMESTAMP);
    return Math.max(proved, now(eventTimer));
  }

  /** Whether {@code timer} tells the watermark. */
  boolean isLive(Timer timer) {
    Class<?> current = timer.getClass();
    if (current != timerClass) {
      timerClass = current;
      live = !current.getName().startsWith(HARNESS_PACKAGE);
    }
    return live;
  }
}
