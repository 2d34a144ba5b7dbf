package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;

import io.slicewise.inverse.InverseLaw;
import io.slicewise.inverse.Inverses;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.testing.CombineFnTester;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every function. */
class AggregateLawsTest {
  private static final int RUNS = 40;
  private static final List<String> WITH_INVERSE =
      List.of("countPer", "mostFrequent", "mostFrequent with an order", "filtered");
  private static final List<String> NOT_DETERMINISTIC = List.of("ApproximateDistinct", "Quantiles");

  static List<AggregateCase<?, ?, ?>> cases() {
    return AggregateCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void combinesInEveryShape(AggregateCase<T, A, O> it) {
    CombineFnTester.testCombineFn(it.fn(), new ArrayList<>(it.input()), is(it.expected()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void mergingAnySplit_isOnePass(AggregateCase<T, A, O> it) throws Exception {
    for (int run = 0; run < RUNS; run++) {
      A merged = it.mergedAtRandom(new Random(run));
      assertThat(it.fn().extractOutput(merged)).describedAs("run %d", run).isEqualTo(it.expected());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void orderDoesNotMatter(AggregateCase<T, A, O> it) {
    for (int run = 0; run < RUNS; run++) {
      A accumulator = it.accumulated(it.shuffled(new Random(run)));
      assertThat(it.fn().extractOutput(accumulator)).isEqualTo(it.expected());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void nothing(AggregateCase<T, A, O> it) throws Exception {
    A empty = it.fn().createAccumulator();
    assertThat(it.fn().extractOutput(empty)).isEqualTo(it.expectedOfNothing());
    assertThat(it.fn().extractOutput(it.fn().mergeAccumulators(List.of(empty, empty))))
        .isEqualTo(it.expectedOfNothing());
    assertThat(it.fn().extractOutput(it.fn().mergeAccumulators(List.of())))
        .isEqualTo(it.expectedOfNothing());
    assertThat(it.fn().extractOutput(it.restored(empty))).isEqualTo(it.expectedOfNothing());
    assertThat(CoderUtils.clone(it.resultCoder(), it.expectedOfNothing()))
        .isEqualTo(it.expectedOfNothing());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void resultsStayAsTheyWere(AggregateCase<T, A, O> it) {
    A accumulator = it.accumulated(it.input().subList(0, 2));
    O result = it.fn().extractOutput(accumulator);
    String before = String.valueOf(result);
    for (T element : it.input()) {
      accumulator = it.fn().addInput(accumulator, element);
    }
    assertThat(result).hasToString(before);
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void accumulatorCoder(AggregateCase<T, A, O> it) throws Exception {
    Coder<A> coder = it.accumulatorCoder();
    for (int end = 0; end <= it.input().size(); end++) {
      CoderProperties.structuralValueDecodeEncodeEqual(
          coder, it.accumulated(it.input().subList(0, end)));
    }
    if (!it.name().equals("Top")) { // Beam's compares comparators, which have no equals
      CoderProperties.coderSerializable(coder);
    }
    assertThat(coder).isEqualTo(it.accumulatorCoder()).hasSameHashCodeAs(it.accumulatorCoder());
    assertThat(CoderUtils.encodeToByteArray(coder, it.accumulated(it.input())))
        .hasSize(it.accumulatorBytes());
    assertThat(isDeterministic(coder)).isEqualTo(!NOT_DETERMINISTIC.contains(it.name()));
  }

  /** Those that count; what is made of another function has that one's. */
  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void inverse(AggregateCase<T, A, O> it) {
    assertThat(Inverses.of(it.fn()).isPresent()).isEqualTo(WITH_INVERSE.contains(it.name()));
    if (WITH_INVERSE.contains(it.name())) {
      SerializableUtils.ensureSerializable(Inverses.of(it.fn()).orElseThrow());
      List<T> input = it.input();
      InverseLaw.check(
          it.fn(),
          it.inputCoder(),
          List.of(input, input.subList(0, 3), input.subList(2, 6), input.subList(5, 6)));
    }
  }

  private static boolean isDeterministic(Coder<?> coder) {
    try {
      coder.verifyDeterministic();
      return true;
    } catch (NonDeterministicException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void resultCoder(AggregateCase<T, A, O> it) throws Exception {
    CoderProperties.coderDecodeEncodeEqual(it.resultCoder(), it.expected());
    if (isDeterministic(it.resultCoder())) {
      CoderProperties.coderDeterministic(it.resultCoder(), it.expected(), it.expected());
    }
    CoderProperties.coderSerializable(it.resultCoder());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <T, A, O> void canBeSentAndShown(AggregateCase<T, A, O> it) {
    SerializableUtils.ensureSerializable(it.fn());
    assertThat(DisplayData.from(it.fn())).isNotNull();
  }
}
