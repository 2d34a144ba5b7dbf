package io.slicewise.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.bench.source.EventStream;
import io.slicewise.bench.source.EventStream.KeySkew;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.KV;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each engine gives the windows that a computation without any engine gives. */
class EnginesTest {
  private static final EventStream STREAM =
      new EventStream(7, 3_050, 100, 5, KeySkew.NONE, 1000, 200, 0, 0);
  private static final EventStream WITH_LATE_EVENTS =
      new EventStream(7, 3_050, 100, 5, KeySkew.NONE, 1000, 50, 0.1, 700);
  private static final EventStream BIDS =
      new EventStream(7, 12_000, 100, 50, KeySkew.HOT, 1000, 200, 0, 0);

  private static RunSettings settings(
      Query query,
      Engine engine,
      JobRunner runner,
      StateBackend state,
      Accumulator accumulator,
      long size,
      long period,
      EventStream stream) {
    return new RunSettings(
        query,
        engine,
        runner,
        state,
        accumulator,
        size,
        period,
        stream,
        500,
        20,
        OptionalLong.empty(),
        false,
        true);
  }

  @ParameterizedTest(name = "{0} on {1}, state in {2}, {3}: {4} every {5}")
  @CsvSource({
    "SLICED,           FLINK,  HEAP,    SUM,   1500, 500",
    "NATIVE,           FLINK,  HEAP,    SUM,   1500, 500",
    "FLINK_SQL,        FLINK,  HEAP,    SUM,   1500, 500",
    "FLINK_DATASTREAM, FLINK,  HEAP,    SUM,   1500, 500",
    "SLICED,           DIRECT, HEAP,    SUM,   1500, 500",
    "NATIVE,           DIRECT, HEAP,    SUM,   1500, 500",
    "SLICED,           FLINK,  ROCKSDB, SUM,   1500, 500",
    "SLICED,           FLINK,  HEAP,    SUM,   1000, 1000",
    "FLINK_SQL,        FLINK,  HEAP,    SUM,   1000, 1000",
    "SLICED,           FLINK,  HEAP,    SUM,   1000, 300",
    "FLINK_SQL,        FLINK,  HEAP,    MEAN,  1500, 500",
    "SLICED,           FLINK,  HEAP,    HLL,   1500, 500",
    "FLINK_DATASTREAM, FLINK,  HEAP,    HLL,   1500, 500",
    "SLICED,           FLINK,  HEAP,    TOP10, 1500, 500",
    "NATIVE,           FLINK,  HEAP,    TOP10, 1500, 500",
  })
  void aggregates(
      Engine engine,
      JobRunner runner,
      StateBackend state,
      Accumulator accumulator,
      long size,
      long period)
      throws Exception {
    RunResult result =
        Benchmark.run(
            settings(Query.AGGREGATE, engine, runner, state, accumulator, size, period, STREAM),
            System.nanoTime());

    check(result, new NaiveWindows(STREAM, size, period), accumulator);
    assertThat(result.panes()).isEqualTo(result.windows());
    if (runner == JobRunner.FLINK) {
      assertThat(result.shuffleRecords()).isPositive();
      assertThat(result.shuffleBytes()).isPositive();
    } else {
      assertThat(result.shuffleRecords()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"SLICED, FLINK", "NATIVE, FLINK", "FLINK_DATASTREAM, FLINK", "SLICED, DIRECT"})
  void lastPanesHoldLateEvents(Engine engine, JobRunner runner) throws Exception {
    RunResult result =
        Benchmark.run(
            settings(
                Query.AGGREGATE,
                engine,
                runner,
                StateBackend.HEAP,
                Accumulator.SUM,
                600,
                300,
                WITH_LATE_EVENTS),
            System.nanoTime());

    check(result, new NaiveWindows(WITH_LATE_EVENTS, 600, 300), Accumulator.SUM);
    assertThat(result.panes()).isGreaterThanOrEqualTo(result.windows());
  }

  @Test
  void withoutPreAggregation_eachEventIsShuffled() throws Exception {
    RunResult result =
        Benchmark.run(
            new RunSettings(
                Query.AGGREGATE,
                Engine.SLICED,
                JobRunner.FLINK,
                StateBackend.HEAP,
                Accumulator.SUM,
                1500,
                500,
                STREAM,
                500,
                20,
                OptionalLong.empty(),
                false,
                false),
            System.nanoTime());

    check(result, new NaiveWindows(STREAM, 1500, 500), Accumulator.SUM);
    assertThat(result.shuffleRecords()).isEqualTo(STREAM.events());
  }

  @ParameterizedTest
  @CsvSource({"SLICED, FLINK", "NATIVE, FLINK", "FLINK_SQL, FLINK"})
  void hottestOfEachWindow(Engine engine, JobRunner runner) throws Exception {
    RunResult result =
        Benchmark.run(
            settings(
                Query.HOT_ITEMS,
                engine,
                runner,
                StateBackend.HEAP,
                Accumulator.SUM,
                5000,
                1000,
                BIDS),
            System.nanoTime());

    NaiveWindows expected = new NaiveWindows(BIDS, 5000, 1000);
    assertThat(result.windows()).isEqualTo(expected.windows());
    assertThat(result.checksum()).isEqualTo(expected.checksumOfHottest());
  }

  @ParameterizedTest
  @CsvSource({"SLICED", "FLOOR"})
  void figuresOfState_withCheckpointsAndCounting(Engine engine) throws Exception {
    // So many events that a checkpoint finds state.
    EventStream stream = new EventStream(7, 300_000, 100, 5, KeySkew.NONE, 1000, 200, 0, 0);
    RunResult result =
        Benchmark.run(
            new RunSettings(
                Query.AGGREGATE,
                engine,
                JobRunner.FLINK,
                StateBackend.HEAP,
                Accumulator.SUM,
                10_000,
                1_000,
                stream,
                500,
                20,
                OptionalLong.of(10),
                true,
                true),
            System.nanoTime());

    assertThat(result.checkpointBytes()).isPositive();
    assertThat(result.checkpointMillis()).isNotNegative();
    assertThat(result.stateBytesPerKey()).isEqualTo(result.checkpointBytes() / 5.0);
    assertThat(result.stateBytesPerElement()).isNull();
    if (engine == Engine.SLICED) {
      // one for the elements of a key and a slice that are in a bundle together
      assertThat(result.shuffleRecords()).isPositive().isLessThan(stream.events() / 2);
      assertThat(result.timersPerKey()).isEqualTo(1);
    } else {
      assertThat(result.shuffleRecords()).isEqualTo(stream.events());
      assertThat(result.timersPerKey()).isNull();
      assertThat(result.checksum()).isNull();
      assertThat(result.panes()).isNull();
    }
  }

  private static void check(RunResult result, NaiveWindows expected, Accumulator accumulator) {
    assertThat(result.windows()).isEqualTo(expected.count());
    assertThat(result.checksum())
        .isEqualTo(expected.checksum(values -> aggregate(accumulator, values)));
    assertThat(result.seconds()).isPositive();
    assertThat(result.startupSeconds()).isPositive();
    assertThat(result.eventsPerSecond() * result.seconds())
        .isCloseTo(result.events() - result.warmupEvents(), within());
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-6);
  }

  private static long aggregate(Accumulator accumulator, List<Long> values) {
    return switch (accumulator) {
      case SUM -> values.stream().mapToLong(Long::longValue).sum();
      case MEAN ->
          Double.doubleToLongBits(
              (double) values.stream().mapToLong(Long::longValue).sum() / values.size());
      case HLL -> ofBeam(ResultForm.of(accumulator), values);
      case TOP10 -> top10(values);
    };
  }

  private static <O> long ofBeam(ResultForm<O> form, List<Long> values) {
    return ofBeam(form.combineFn(), form, values);
  }

  private static <A, O> long ofBeam(
      CombineFn<Long, A, O> combineFn, ResultForm<O> form, List<Long> values) {
    A accumulator = combineFn.createAccumulator();
    for (long value : values) {
      accumulator = combineFn.addInput(accumulator, value);
    }
    return form.number().of(combineFn.extractOutput(accumulator));
  }

  private static long top10(List<Long> values) {
    Map<Long, Long> counts = new TreeMap<>();
    values.forEach(value -> counts.merge(value, 1L, Long::sum));
    List<KV<Long, Long>> top =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
            .limit(10)
            .map(e -> KV.of(e.getKey(), e.getValue()))
            .toList();
    return topNumber(ResultForm.of(Accumulator.TOP10), top);
  }

  @SuppressWarnings("unchecked") // TOP10 has lists.
  private static long topNumber(ResultForm<?> form, Object top) {
    return ((ResultForm<Object>) form).number().of(top);
  }
}
