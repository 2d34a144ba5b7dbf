package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which row of a key and window stays. */
class UpsertRowsTest {
  private static final Instant NINE = Instant.parse("2026-11-30T09:00:00Z");
  private static final Schema SCHEMA =
      Schema.builder()
          .addStringField("key")
          .addDateTimeField("window_start")
          .addDateTimeField("window_end")
          .addInt64Field("pane")
          .addNullableField("count", Schema.FieldType.INT64)
          .build();

  @Test
  void theLatestPaneStays_inWhicheverOrderTheyArrive() throws Exception {
    try (Rig rig = Rig.start()) {
      write(rig, 0, row("ada", 9, 10), row("ada", 10, 11), row("ada", 2, 3), row("bob", 0, 1));
      assertThat(rig.rows("key", "pane", "count")).containsExactly("ada 10 11", "bob 0 1");
    }
  }

  @Test
  void aHigherGenerationStays_whateverItsPanes() throws Exception {
    try (Rig rig = Rig.start()) {
      write(rig, 1, row("ada", 0, 7));
      write(rig, 0, row("ada", 12, 5));
      assertThat(rig.rows("key", "pane", "count")).containsExactly("ada 0 7");
      write(rig, 2, row("ada", 0, 8));
      assertThat(rig.rows("key", "pane", "count")).containsExactly("ada 0 8");
    }
  }

  @Test
  void aRowThatComesAgain_changesNothing() throws Exception {
    try (Rig rig = Rig.start()) {
      write(rig, 0, row("ada", 0, 1), row("ada", 1, 2), row("ada", 0, 1));
      assertThat(rig.rows("key", "pane", "count")).containsExactly("ada 1 2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0000000000000000",
    "0, 10, 000000000000000a",
    "1, 0, 0000000100000000",
    "2147483647, 4294967295, 7fffffffffffffff",
    "3, 4294967296, 00000003ffffffff"
  })
  void sequence(int generation, long pane, String hexadecimal) {
    assertThat(PaneSequence.sequence(generation, pane)).isEqualTo(hexadecimal);
  }

  /** Writes one row after the other. */
  private static void write(Rig rig, int generation, Row... rows) {
    PubsubToBigQueryOptions options =
        rig.options(PubsubToBigQueryOptions.class, "--key=customer", "--generation=" + generation);
    TestStream.Builder<Row> stream = TestStream.create(SCHEMA);
    for (Row row : rows) {
      stream = stream.addElements(row).advanceProcessingTime(Duration.standardMinutes(1));
    }
    Pipeline pipeline = Pipeline.create(options);
    pipeline
        .apply(stream.advanceWatermarkToInfinity())
        .apply("Table", new UpsertRows(options, rig.clients()));
    pipeline.run().waitUntilFinish();
  }

  private static Row row(String key, long pane, long count) {
    return Row.withSchema(SCHEMA)
        .addValues(key, NINE, NINE.plus(Duration.standardMinutes(10)), pane, count)
        .build();
  }
}
