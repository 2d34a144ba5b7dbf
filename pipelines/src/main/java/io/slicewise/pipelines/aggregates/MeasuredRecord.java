package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.tally.Numbered;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A record with what is aggregated of it.
 *
 * @param key what it is grouped by
 * @param numbers by field; without those that the record lacks
 * @param texts by field, as JSON; without those that the record lacks
 * @param payload the record as it came, for the late output
 */
@SuppressWarnings("ArrayRecordComponent")
record MeasuredRecord(
    String key,
    SortedMap<String, BigDecimal> numbers,
    SortedMap<String, String> texts,
    byte[] payload)
    implements Numbered {

  /** Copies the maps; the payload is shared and never changed. */
  MeasuredRecord(
      String key, Map<String, BigDecimal> numbers, Map<String, String> texts, byte[] payload) {
    this(
        key,
        Collections.unmodifiableSortedMap(new TreeMap<>(numbers)),
        Collections.unmodifiableSortedMap(new TreeMap<>(texts)),
        payload);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MeasuredRecord that
        && key.equals(that.key)
        && numbers.equals(that.numbers)
        && texts.equals(that.texts)
        && Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, numbers, texts, Arrays.hashCode(payload));
  }
}
