package io.slicewise.pipelines.demo.input;

import java.util.List;
import java.util.Optional;

/**
 * Which fields of a row are read.
 *
 * @param key what to group by
 * @param timestamp when it happened
 * @param arrival when it came; absent to keep the order of the input
 * @param numbers what to aggregate
 * @param numbersRequired whether a row without one of the numbers is unreadable
 */
public record RowFields(
    String key,
    String timestamp,
    Optional<String> arrival,
    List<String> numbers,
    boolean numbersRequired) {
  /** Copies the numbers. */
  public RowFields {
    numbers = List.copyOf(numbers);
  }
}
