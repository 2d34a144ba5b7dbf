package io.slicewise.beam;

import java.util.Objects;
import org.joda.time.Instant;

/**
 * An element that came when all its windows had expired, and why.
 *
 * @param value the element's value, as it came; may be null if the input's coder allows it
 * @param timestamp the element's timestamp, in event time
 * @param watermark the input watermark at its arrival, always after {@code expiry}; on runners that
 *     do not show their watermark, the latest that is known for certain
 * @param expiry the last watermark at which the latest of its windows would still have taken it:
 *     the window's last millisecond plus the allowed lateness
 * @param <V> the type of the value
 */
public record LateElement<V>(V value, Instant timestamp, Instant watermark, Instant expiry) {

  /**
   * A late element.
   *
   * @param value the element's value, may be null
   * @param timestamp the element's timestamp
   * @param watermark the input watermark at its arrival
   * @param expiry the last watermark at which it would still have been in time
   */
  public LateElement {
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(watermark, "watermark");
    Objects.requireNonNull(expiry, "expiry");
  }

  /**
   * Why the element is late.
   *
   * @return a sentence for a person
   */
  public String reason() {
    return "The element of "
        + timestamp
        + " came "
        + (watermark.getMillis() - expiry.getMillis())
        + " ms too late: the latest of its windows expired when the watermark passed "
        + expiry
        + ", and the watermark was at "
        + watermark
        + ".";
  }
}
