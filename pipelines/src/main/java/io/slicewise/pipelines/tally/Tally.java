package io.slicewise.pipelines.tally;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of some events or records.
 *
 * @param count how many there are
 * @param fields what is known of each of their numeric fields
 */
public record Tally(long count, SortedMap<String, NumberTally> fields) {
  /** Of none. */
  public static final Tally EMPTY = new Tally(0, new TreeMap<>());

  /** Copies the fields. */
  public Tally {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** The tally of one, with the numbers of its fields. */
  public static Tally of(Map<String, BigDecimal> numbers) {
    SortedMap<String, NumberTally> fields = new TreeMap<>();
    numbers.forEach((field, number) -> fields.put(field, NumberTally.of(number)));
    return new Tally(1, fields);
  }

  /** The tally of both. */
  public Tally plus(Tally other) {
    SortedMap<String, NumberTally> sum = new TreeMap<>(fields);
    other.fields.forEach((field, tally) -> sum.merge(field, tally, NumberTally::plus));
    return new Tally(count + other.count, sum);
  }
}
