package io.slicewise.pipelines.files;

import io.slicewise.pipelines.aggregates.ResultJson;
import io.slicewise.pipelines.aggregates.ResultRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;

/**
 * Writes each result into the file of its window and pane, as {@code
 * 20180202T1800--20180203T1800-pane-00002.jsonl}. Times are UTC, to the minute, second or
 * millisecond.
 */
final class WriteResultsFn extends DoFn<Row, Void> {
  private static final long serialVersionUID = 1L;
  private static final DateTimeFormatter MINUTE = format("uuuuMMdd'T'HHmm");
  private static final DateTimeFormatter MILLISECOND = format("uuuuMMdd'T'HHmmssSSS");
  private static final long MINUTE_MILLIS = 60_000;

  private final String folder;
  private final String run;

  WriteResultsFn(Path folder, String run) {
    this.folder = folder.toAbsolutePath().toString();
    this.run = run;
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  @ProcessElement
  public void process(@Element Row row) throws IOException {
    OutputLines.append(Path.of(folder).resolve(nameOf(row)), ResultJson.of(row).toString());
    Progress.of(run).pane();
  }

  /** The name of the file that a result goes to. */
  static String nameOf(Row row) {
    return String.format(
        Locale.ROOT,
        "%s--%s-pane-%05d.jsonl",
        time(row.getDateTime(ResultRows.WINDOW_START)),
        time(row.getDateTime(ResultRows.WINDOW_END)),
        row.getInt64(ResultRows.PANE));
  }

  private static String time(ReadableInstant instant) {
    long millis = instant.getMillis();
    DateTimeFormatter format = Math.floorMod(millis, MINUTE_MILLIS) == 0 ? MINUTE : MILLISECOND;
    return format.format(Instant.ofEpochMilli(millis));
  }
}
