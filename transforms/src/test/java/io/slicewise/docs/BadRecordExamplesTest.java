package io.slicewise.docs;

import io.slicewise.beam.SlicedWindowAggregate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler.BadRecordErrorHandler;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The snippet about dead letters, run: the rest are in {@link ExamplesTest}. */
class BadRecordExamplesTest {
  private final Pipeline pipeline = Pipeline.create();

  private final PCollection<KV<String, Long>> clicks =
      pipeline.apply(
          Create.timestamped(
              TimestampedValue.of(KV.of("home", 1L), Instant.ofEpochMilli(0)),
              TimestampedValue.of(KV.of("home", -1L), Instant.ofEpochMilli(1)),
              TimestampedValue.of(KV.of("home", 2L), Instant.ofEpochMilli(2))));

  /** A sum that refuses negative numbers. */
  private static final class CheckedSum extends CombineFn<Long, Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long addInput(Long sum, Long input) {
      if (input < 0) {
        throw new IllegalArgumentException("negative: " + input);
      }
      return sum + input;
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> sums) {
      long merged = 0;
      for (long sum : sums) {
        merged += sum;
      }
      return merged;
    }

    @Override
    public Long extractOutput(Long sum) {
      return sum;
    }
  }

  /** Gives bad records on. */
  private static final class DeadLetters
      extends PTransform<PCollection<BadRecord>, PCollection<BadRecord>> {
    private static final long serialVersionUID = 1L;

    @Override
    public PCollection<BadRecord> expand(PCollection<BadRecord> records) {
      PAssert.that(
              records.apply(
                  MapElements.into(TypeDescriptors.strings())
                      .via(record -> record.getFailure().getException())))
          .containsInAnyOrder("java.lang.IllegalArgumentException: negative: -1");
      return records;
    }
  }

  @Test
  void deadLetters() {
    PCollection<KV<String, Long>> sums;
    try (BadRecordErrorHandler<PCollection<BadRecord>> handler =
        pipeline.registerBadRecordErrorHandler(new DeadLetters())) {
      sums =
          clicks.apply(
              SlicedWindowAggregate.<String, Long, Long>perKey(new CheckedSum())
                  .windowedBy(Window.into(FixedWindows.of(Duration.standardHours(1))))
                  .withBadRecordErrorHandler(handler));
    }
    PAssert.that(sums).containsInAnyOrder(KV.of("home", 3L));
    pipeline.run().waitUntilFinish();
  }
}
