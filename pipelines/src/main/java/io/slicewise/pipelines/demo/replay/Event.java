package io.slicewise.pipelines.demo.replay;

import io.slicewise.pipelines.tally.Numbered;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row of the input.
 *
 * @param line where the row stands in the input, from 1
 * @param key what it is grouped by
 * @param timestampMillis when it happened, in milliseconds since the epoch
 * @param newestMillis the newest event time when it came, its own included; this minus the bound is
 *     the watermark
 * @param numbers the numeric fields that the aggregate reads; a field without a value is absent
 */
public record Event(
    long line,
    String key,
    long timestampMillis,
    long newestMillis,
    SortedMap<String, BigDecimal> numbers)
    implements Numbered {

  /** Copies the numbers. */
  public Event {
    numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
  }

  /** An event with these numbers, the newest so far. */
  public static Event of(
      long line, String key, long timestampMillis, Map<String, BigDecimal> numbers) {
    return new Event(line, key, timestampMillis, timestampMillis, new TreeMap<>(numbers));
  }

  /** The same with another key. */
  public Event withKey(String other) {
    return new Event(line, other, timestampMillis, newestMillis, numbers);
  }

  /** This event after others, of which the newest had this time. */
  public Event after(long othersNewestMillis) {
    return new Event(
        line, key, timestampMillis, Math.max(timestampMillis, othersNewestMillis), numbers);
  }
}
