package io.slicewise.pipelines.aggregates;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestPipeline;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class AggregateRecordsTest {
  private static final Duration MINUTE = Duration.standardMinutes(1);

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static TimestampedValue<byte[]> at(long seconds, String text) {
    return TimestampedValue.of(json(text), Instant.ofEpochSecond(seconds));
  }

  private static Instant second(long seconds) {
    return Instant.ofEpochSecond(seconds);
  }

  private static TestStream.Builder<byte[]> stream() {
    return TestStream.create(ByteArrayCoder.of()).advanceWatermarkTo(second(0));
  }

  /** A row as the values of its columns, times in seconds. */
  private static String text(Row row) {
    return row.getValues().stream()
        .map(value -> value instanceof Instant time ? time.getMillis() / 1000 + "s" : value + "")
        .collect(Collectors.joining(" "));
  }

  private static void assertRows(PCollection<Row> rows, String... expected) {
    List<String> wanted = List.of(expected);
    PAssert.that(rows)
        .satisfies(
            all -> {
              assertThat(
                      StreamSupport.stream(all.spliterator(), false)
                          .map(AggregateRecordsTest::text))
                  .containsExactlyInAnyOrderElementsOf(wanted);
              return null;
            });
  }

  private static void assertRejected(PCollection<RejectedRecord> records, String... expected) {
    List<String> wanted = List.of(expected);
    PAssert.that(records)
        .satisfies(
            all -> {
              assertThat(
                      StreamSupport.stream(all.spliterator(), false)
                          .map(
                              record ->
                                  new String(record.payload(), StandardCharsets.ISO_8859_1)
                                      + " | "
                                      + record.reason()
                                      + " | "
                                      + record.lateByMillis().orElse(-1)))
                  .containsExactlyInAnyOrderElementsOf(wanted);
              return null;
            });
  }

  private static AggregatedRecords aggregate(
      TestPipeline pipeline, TestStream<byte[]> stream, String typed) {
    return pipeline
        .apply(stream)
        .apply(AggregateRecords.by(AggregationSettingsTest.settings(typed)));
  }

  private static TestPipeline pipeline() {
    return TestPipeline.create().enableAbandonedNodeEnforcement(false);
  }

  @Test
  void everyAggregate_inItsColumn() {
    TestPipeline pipeline = pipeline();
    AggregatedRecords records =
        aggregate(
            pipeline,
            stream()
                .addElements(
                    at(1, "{'c': {'id': 7}, 'price': 0.1, 'user': 'x'}"),
                    at(2, "{'c': {'id': 7}, 'price': '0.2', 'user': 'y'}"),
                    at(3, "{'c': {'id': 7}, 'user': 'x'}"),
                    at(4, "{'c': {'id': 'b'}, 'price': 1e3}"),
                    at(70, "{'c': {'id': 'b'}, 'price': null}"))
                .advanceWatermarkToInfinity(),
            "--key=c.id --size=1m --aggregates=count,sum:price,mean:price=average,min:price,"
                + "max:price,p50:price,distinct:user");
    PCollection<Row> rows = records.results().get(0);
    assertThat(rows.getSchema().getFieldNames())
        .containsExactly(
            "key",
            "window_start",
            "window_end",
            "pane",
            "timing",
            "is_last",
            "count",
            "sum_price",
            "average",
            "min_price",
            "max_price",
            "p50_price",
            "distinct_user");
    assertRows(
        rows,
        "7 0s 60s 0 ON_TIME true 3 0.3 0.15 0.1 0.2 0.1 2",
        "b 0s 60s 0 ON_TIME true 1 1000 1000.0 1000 1000 1000.0 0",
        "b 60s 120s 0 ON_TIME true 1 null null null null null 0");
    PAssert.that(rows)
        .inOnTimePane(new IntervalWindow(second(60), MINUTE))
        .satisfies(
            all -> {
              assertThat(all).hasSize(1);
              return null;
            });
    pipeline.run();
  }

  @Test
  void unreadableRecords_goWhereTheyCanBeSeen() {
    TestPipeline pipeline = pipeline();
    AggregatedRecords records =
        aggregate(
            pipeline,
            stream()
                .addElements(
                    at(1, "{'id': 'a', 'n': 1, 'at': '1970-01-01'}"),
                    TimestampedValue.of(new byte[] {(byte) 0xFF}, second(1)),
                    at(1, ""),
                    at(1, "[1]"),
                    at(1, "{'id': 'a'} {}"),
                    at(1, "{'id': 'a', 'id': 'b'}"),
                    at(1, "{'n': 1}"),
                    at(1, "{'id': null}"),
                    at(1, "{'id': ''}"),
                    at(1, "{'id': {}}"),
                    at(1, "{'id': 'a\\u0000'}"),
                    at(1, "{'id': 'a'}"),
                    at(1, "{'id': 'a', 'at': 'noon'}"),
                    at(1, "{'id': 'a', 'at': '1970-01-01', 'n': 'many'}"),
                    at(1, "{'id': 'a', 'at': '1970-01-01', 'n': 1e999}"))
                .advanceWatermarkToInfinity(),
            "--size=1m --timestamp=at --timestampFormat=iso --aggregates=count,sum:n");
    assertRows(records.results().get(0), "a 0s 60s 0 ON_TIME true 1 1");
    assertRejected(records.late());
    assertRejected(
        records.unreadable(),
        "\u00FF | not UTF-8 | -1",
        " | not a JSON object | -1",
        "[1] | not a JSON object | -1",
        "{\"id\": \"a\"} {} | more than one JSON value | -1",
        "{\"id\": \"a\", \"id\": \"b\"} | not JSON: Duplicate field 'id' (column 17) | -1",
        "{\"n\": 1} | no field 'id'; there are: n | -1",
        "{\"id\": null} | field 'id' is empty | -1",
        "{\"id\": \"\"} | field 'id' is empty | -1",
        "{\"id\": {}} | field 'id' is not a plain value | -1",
        "{\"id\": \"a\\u0000\"} | field 'id' holds the character 0, which databases refuse | -1",
        "{\"id\": \"a\"} | no field 'at'; there are: id | -1",
        "{\"id\": \"a\", \"at\": \"noon\"} | field 'at' is \"noon\": not a time as ISO 8601 has it | -1",
        "{\"id\": \"a\", \"at\": \"1970-01-01\", \"n\": \"many\"} | field 'n' is \"many\": not a number | -1",
        "{\"id\": \"a\", \"at\": \"1970-01-01\", \"n\": 1e999} | field 'n' is 1E+999: too large a number,"
            + " at most 300 digits before the point | -1");
    pipeline.run();
  }

  @Test
  void lateRecords_refineUntilTheirWindowsExpire() {
    TestPipeline pipeline = pipeline();
    AggregatedRecords records =
        aggregate(
            pipeline,
            stream()
                .addElements(at(1, "{'id': 'a', 'n': 1}"))
                .advanceWatermarkTo(second(61))
                .addElements(at(2, "{'id': 'a', 'n': 2}"))
                .advanceWatermarkTo(second(100))
                .addElements(at(3, "{'id': 'a', 'n': 4}"))
                .advanceWatermarkToInfinity(),
            "--size=1m --lateness=30s --aggregates=sum:n");
    assertRows(records.results().get(0), "a 0s 60s 0 ON_TIME false 1", "a 0s 60s 1 LATE false 3");
    assertRejected(
        records.late(),
        "{\"id\": \"a\", \"n\": 4} | The element of 1970-01-01T00:00:03.000Z came 10001 ms too late:"
            + " the latest of its windows expired when the watermark passed"
            + " 1970-01-01T00:01:29.999Z, and the watermark was at 1970-01-01T00:01:40.000Z. |"
            + " 10001");
    pipeline.run();
  }

  @Test
  void panes_holdWhatTheAccumulationSays() {
    Map<String, List<String>> expected =
        Map.of(
            "accumulating",
                List.of(
                    "a 0s 60s 0 EARLY false 1",
                    "a 0s 60s 1 EARLY false 3",
                    "a 0s 60s 2 ON_TIME true 3"),
            "discarding",
                List.of(
                    "a 0s 60s 0 EARLY false 1",
                    "a 0s 60s 1 EARLY false 2",
                    "a 0s 60s 2 ON_TIME true null"),
            "retracting",
                List.of(
                    "a 0s 60s 0 EARLY false PANE 1",
                    "a 0s 60s 1 EARLY false RETRACTION 1",
                    "a 0s 60s 1 EARLY false PANE 3",
                    "a 0s 60s 2 ON_TIME false RETRACTION 3",
                    "a 0s 60s 2 ON_TIME true PANE 3"));
    expected.forEach(
        (accumulation, panes) -> {
          TestPipeline pipeline = pipeline();
          AggregatedRecords records =
              aggregate(
                  pipeline,
                  stream()
                      .addElements(at(1, "{'id': 'a', 'n': 1}"))
                      .addElements(at(2, "{'id': 'a', 'n': 2}"))
                      .advanceWatermarkToInfinity(),
                  "--size=1m --trigger=every-element --aggregates=sum:n --accumulation="
                      + accumulation);
          assertRows(records.results().get(0), panes.toArray(String[]::new));
          pipeline.run();
        });
  }

  @Test
  void severalSizes_areOneOutputEach_andOneForAll() {
    TestPipeline pipeline = pipeline();
    AggregatedRecords records =
        aggregate(
            pipeline,
            stream()
                .addElements(at(1, "{'id': 'a'}"), at(70, "{'id': 'a'}"))
                .advanceWatermarkToInfinity(),
            "--size=1m,5m");
    String first = "a 0s 60s 60000 0 ON_TIME true 1";
    String second = "a 60s 120s 60000 0 ON_TIME true 1";
    String both = "a 0s 300s 300000 0 ON_TIME true 2";
    assertThat(records.results().getAll()).hasSize(2);
    assertRows(records.results().get(0), first, second);
    assertRows(records.results().get(1), both);
    assertRows(records.allResults(), first, second, both);
    pipeline.run();
  }

  /** Tenths that a double cannot hold: each of 60 windows of a record adds them up exactly. */
  @Test
  void sums_areThoseOfDecimals() {
    Random random = new Random(1);
    TestStream.Builder<byte[]> stream = stream();
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (int i = 0; i < 300; i++) {
      long second = random.nextInt(120);
      String key = "k" + random.nextInt(3);
      BigDecimal n = BigDecimal.valueOf(random.nextInt(1_000_000), 1);
      stream = stream.addElements(at(second, "{'id': '" + key + "', 'n': " + n + "}"));
      for (long start = second - 59; start <= second; start++) {
        sums.merge(key + " " + start + "s " + (start + 60) + "s", n, BigDecimal::add);
      }
    }
    List<String> expected = new ArrayList<>();
    sums.forEach(
        (window, sum) -> {
          BigDecimal stripped = sum.stripTrailingZeros();
          expected.add(
              window
                  + " 0 ON_TIME true "
                  + (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString());
        });
    TestPipeline pipeline = pipeline();
    AggregatedRecords records =
        aggregate(
            pipeline,
            stream.advanceWatermarkToInfinity(),
            "--windows=sliding --size=1m --period=1s --aggregates=sum:n");
    assertRows(records.results().get(0), expected.toArray(String[]::new));
    pipeline.run();
  }

  @Test
  void coders_keepRecords() throws Exception {
    MeasuredRecord record =
        new MeasuredRecord(
            "ü", Map.of("a.b", new BigDecimal("-0.50")), Map.of("c", "\"x\""), new byte[] {0, 1});
    CoderProperties.coderDecodeEncodeEqual(MeasuredRecordCoder.of(), record);
    for (RejectedRecord rejected :
        Arrays.asList(
            RejectedRecord.late(new byte[] {0, 1}, "late", 5),
            RejectedRecord.unreadable(new byte[0], "empty"))) {
      CoderProperties.coderDecodeEncodeEqual(RejectedRecord.coder(), rejected);
    }
  }
}
