package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.services.bigquery.model.TableRow;
import io.slicewise.pipelines.dataflow.local.LocalMessage;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** Records between watermarks, the rows that they become, and the dead letters. */
class AggregateIntoTableTest {
  private static final Instant NINE = Instant.parse("2026-11-30T09:00:00Z");

  @Test
  void eachPaneReplacesTheRow_untilTheWindowExpires() throws Exception {
    try (Rig rig = Rig.start()) {
      run(
          rig,
          records()
              .addElements(order("ada", 1, 4.5), order("bob", 2, 12))
              .advanceWatermarkTo(minute(10))
              .addElements(order("ada", 3, 0.25))
              .addElements(order("ada", 4, 1))
              .advanceWatermarkTo(minute(15))
              .addElements(order("ada", 5, 100))
              .advanceWatermarkToInfinity(),
          "--size=10m",
          "--lateness=5m");
      assertThat(rig.rows("key", "window_start", "pane", "timing", "count", "sum_amount"))
          .containsExactly(
              "ada 2026-11-30 T09:00:00 2 LATE 3 5.75", "bob 2026-11-30 T09:00:00 0 ON_TIME 1 12");
      assertThat(rig.deadLetters())
          .singleElement()
          .satisfies(
              letter -> {
                assertThat(letter.payload()).isEqualTo(json("ada", 100));
                assertThat(letter.attributes())
                    .containsEntry("kind", "late")
                    .containsEntry("event_time", String.valueOf(minute(5).getMillis()));
                assertThat(letter.attributes().get("reason")).isNotEmpty();
              });
    }
  }

  @Test
  void rowsThatTheTableDoesNotTake_areDeadLetters() throws Exception {
    try (Rig rig = Rig.start()) {
      rig.bigQuery()
          .datasets()
          .setShouldFailRow(
              (Function<TableRow, Boolean> & Serializable) row -> "bob".equals(row.get("key")));
      run(
          rig,
          records()
              .addElements(order("ada", 1, 4.5), order("bob", 2, 12))
              .advanceWatermarkToInfinity(),
          "--size=10m");
      assertThat(rig.rows("key", "sum_amount")).containsExactly("ada 4.5");
      assertThat(rig.deadLetters())
          .singleElement()
          .satisfies(
              letter -> {
                assertThat(letter.attributes()).containsEntry("kind", "failed_row");
                assertThat(letter.attributes().get("reason")).contains("bob");
                assertThat(letter.payload()).contains("\"key\":\"bob\"", "\"count\":");
              });
    }
  }

  /** The exact sum has more digits than a column can hold. */
  @Test
  void numbersBeyondTheColumn_areDeadLetters() throws Exception {
    try (Rig rig = Rig.start()) {
      run(
          rig,
          records()
              .addElements(order("ada", 1, 4.5), order("bob", 2, 1e60))
              .advanceWatermarkToInfinity(),
          "--size=10m");
      assertThat(rig.rows("key", "sum_amount")).containsExactly("ada 4.5");
      assertThat(rig.deadLetters())
          .extracting(letter -> letter.attributes().get("kind"))
          .containsExactly("failed_row");
    }
  }

  @Test
  void severalSizes_areRowsOfTheirOwn() throws Exception {
    try (Rig rig = Rig.start()) {
      run(
          rig,
          records()
              .addElements(order("ada", 1, 1), order("ada", 11, 2))
              .advanceWatermarkToInfinity(),
          "--size=10m,20m");
      assertThat(rig.rows("window_size", "window_start", "sum_amount"))
          .containsExactly(
              "1200000 2026-11-30 T09:00:00 3",
              "600000 2026-11-30 T09:00:00 1",
              "600000 2026-11-30 T09:10:00 2");
      assertThat(rig.deadLetters()).isEqualTo(List.<LocalMessage>of());
    }
  }

  private static TestStream.Builder<byte[]> records() {
    return TestStream.create(ByteArrayCoder.of());
  }

  private static void run(Rig rig, TestStream<byte[]> records, String... others) {
    PubsubToBigQueryOptions options =
        rig.options(
            PubsubToBigQueryOptions.class,
            Stream.concat(
                    Stream.of(
                        "--subscription=" + Rig.SUBSCRIPTION,
                        "--key=customer",
                        "--aggregates=count,sum:amount"),
                    Stream.of(others))
                .toArray(String[]::new));
    Pipeline pipeline = Pipeline.create(options);
    pipeline
        .apply(records)
        .apply(
            "Aggregate",
            new AggregateIntoTable(
                UpsertSettings.of(options), new UpsertRows(options, rig.clients())))
        .apply("Dead letters", new PublishDeadLetters(options, "event_time", rig.clients()));
    pipeline.run().waitUntilFinish();
  }

  private static TimestampedValue<byte[]> order(String customer, int minute, double amount) {
    return TimestampedValue.of(
        json(customer, amount).getBytes(StandardCharsets.UTF_8), minute(minute));
  }

  private static String json(String customer, double amount) {
    return "{\"customer\": \"" + customer + "\", \"amount\": " + amount + "}";
  }

  private static Instant minute(int minute) {
    return NINE.plus(minute * 60_000L);
  }
}
