package io.slicewise.pipelines.demo.aggregate;

import io.slicewise.pipelines.demo.replay.Event;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of some events.
 *
 * @param count how many there are
 * @param fields what is known of each of their numeric fields
 */
public record Tally(long count, SortedMap<String, NumberTally> fields) {
  /** Of no event. */
  static final Tally EMPTY = new Tally(0, new TreeMap<>());

  /** Copies the fields. */
  public Tally {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** The tally of one event. */
  public static Tally of(Event event) {
    SortedMap<String, NumberTally> fields = new TreeMap<>();
    for (Map.Entry<String, BigDecimal> number : event.numbers().entrySet()) {
      fields.put(number.getKey(), NumberTally.of(number.getValue()));
    }
    return new Tally(1, fields);
  }

  /** The tally of the events of both. */
  public Tally plus(Tally other) {
    SortedMap<String, NumberTally> sum = new TreeMap<>(fields);
    other.fields.forEach((field, tally) -> sum.merge(field, tally, NumberTally::plus));
    return new Tally(count + other.count, sum);
  }
}
