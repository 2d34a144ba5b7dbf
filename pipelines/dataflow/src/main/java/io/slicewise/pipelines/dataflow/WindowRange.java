package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.ResultRows;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.apache.beam.sdk.options.ValueProvider;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;

/** Tells the results of windows that lie as a whole between two times. */
final class WindowRange implements SerializableFunction<Row, Boolean> {
  /** What times look like. */
  static final String TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$";

  private static final long serialVersionUID = 1L;

  private final ValueProvider<String> from;
  private final ValueProvider<String> until;

  /**
   * Between two times in ISO 8601.
   *
   * @throws SettingException if one is known and none
   */
  WindowRange(ValueProvider<String> from, ValueProvider<String> until) {
    this.from = from;
    this.until = until;
    check("--windowsFrom", from);
    check("--windowsUntil", until);
  }

  private static void check(String option, ValueProvider<String> time) {
    if (time.isAccessible()) {
      try {
        Instant.parse(time.get());
      } catch (DateTimeParseException e) {
        throw new SettingException(
            String.format(
                "%s=%s: not a time. Write it as 2026-11-30T00:00:00Z.", option, time.get()));
      }
    }
  }

  @Override
  public Boolean apply(Row row) {
    return millis(row, ResultRows.WINDOW_START) >= Instant.parse(from.get()).toEpochMilli()
        && millis(row, ResultRows.WINDOW_END) <= Instant.parse(until.get()).toEpochMilli();
  }

  private static long millis(Row row, String column) {
    ReadableInstant time = row.getDateTime(column);
    return time.getMillis();
  }
}
