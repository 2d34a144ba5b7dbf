package io.slicewise.aggregate;

import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.aggregate.sketch.QuantileEstimate;
import io.slicewise.aggregate.sketch.Quantiles;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.SerializableComparator;
import org.apache.beam.sdk.transforms.Top;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** One line for each function: what comes out, for a few elements and for none. */
final class AggregateCases {
  private static final List<Double> NUMBERS = List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0);
  private static final List<Long> LONGS = List.of(5L, 3L, 8L, 5L, 1L, 9L, 3L, 5L);
  private static final List<String> WORDS = List.of("b", "c", "a", "c", "b", "c", "d", "e");
  private static final List<TimestampedValue<String>> TIMED =
      List.of(at("b", 20), at("a", 10), at("d", 40), at("c", 30));
  private static final double NAN = Double.NaN;

  private AggregateCases() {}

  private static TimestampedValue<String> at(String value, long millis) {
    return TimestampedValue.of(value, Instant.ofEpochMilli(millis));
  }

  /** All cases. The numbers have a mean of 5 and squared deviations of 32. */
  static List<AggregateCase<?, ?, ?>> all() {
    DoubleCoder doubles = DoubleCoder.of();
    VarLongCoder longs = VarLongCoder.of();
    StringUtf8Coder strings = StringUtf8Coder.of();
    Coder<TimestampedValue<String>> timed = TimestampedValue.TimestampedValueCoder.of(strings);
    Moments none = new Moments(0, NAN, NAN);
    Rates ofAMinute = Rates.over(Duration.standardMinutes(1));
    Duration second = Duration.standardSeconds(1);
    return List.of(
        of("moments", Statistics.moments(), doubles, NUMBERS, new Moments(8, 5, 32), none, 33),
        of("mean", Statistics.mean(), doubles, NUMBERS, 5.0, NAN, 33),
        of("populationVariance", Statistics.populationVariance(), doubles, NUMBERS, 4.0, NAN, 33),
        of("sampleVariance", Statistics.sampleVariance(), doubles, NUMBERS, 32 / 7.0, NAN, 33),
        of(
            "populationStandardDeviation",
            Statistics.populationStandardDeviation(),
            doubles,
            NUMBERS,
            2.0,
            NAN,
            33),
        of(
            "sampleStandardDeviation",
            Statistics.sampleStandardDeviation(),
            doubles,
            NUMBERS,
            Math.sqrt(32 / 7.0),
            NAN,
            33),
        of("sum", Statistics.sum(), longs, LONGS, 39.0, 0.0, 16),
        of("weightedMean", weightedMean(), doubles, NUMBERS, 232 / 40.0, NAN, 32),
        of("min", Extremes.min(), longs, LONGS, 1L, null, 2),
        of("max", Extremes.max(), longs, LONGS, 9L, null, 2),
        of("min by", Extremes.min(descending()), longs, LONGS, 9L, null, 2),
        of("max by", Extremes.max(descending()), longs, LONGS, 1L, null, 2),
        of("first", Extremes.first(), timed, TIMED, at("a", 10), null, 11),
        of("last", Extremes.last(), timed, TIMED, at("d", 40), null, 11),
        of("firstBy", Extremes.firstBy(Instant::ofEpochMilli), longs, LONGS, 1L, null, 2),
        of("lastBy", Extremes.lastBy(Instant::ofEpochMilli), longs, LONGS, 9L, null, 2),
        of("countPer", ofAMinute.countPer(second), longs, LONGS, 8 / 60.0, 0.0, 1),
        of("sumPer", ofAMinute.sumPer(second), longs, LONGS, 39 / 60.0, 0.0, 16),
        of("Top", Top.<Long>largestFn(3), longs, LONGS, List.of(9L, 8L, 5L), List.of(), 4 + 3),
        of(
            "mostFrequent",
            Frequencies.mostFrequent(3),
            strings,
            WORDS,
            List.of(KV.of("c", 3L), KV.of("b", 2L), KV.of("a", 1L)),
            List.of(),
            1 + 5 * 3),
        of(
            "mostFrequent with an order",
            Frequencies.mostFrequent(3, descendingWords()),
            strings,
            WORDS,
            List.of(KV.of("c", 3L), KV.of("b", 2L), KV.of("e", 1L)),
            List.of(),
            1 + 5 * 3),
        of(
            "distinct set",
            DistinctValues.set(),
            strings,
            WORDS,
            Set.of("a", "b", "c", "d", "e"),
            Set.of(),
            1 + 5 * 2),
        of("distinct count", DistinctValues.count(), strings, WORDS, 5L, 0L, 1 + 5 * 2),
        of(
            "filtered",
            Aggregations.filtered(n -> n > 4, Count.<Long>combineFn()),
            longs,
            LONGS,
            5L,
            0L,
            1),
        of(
            "mapped",
            Aggregations.mapped(w -> (long) w.charAt(0), longs, Extremes.<Long>max()),
            strings,
            WORDS,
            101L,
            null,
            2),
        of(
            "mappedResult",
            Aggregations.mappedResult(Set::size, VarIntCoder.of(), DistinctValues.<Long>set()),
            longs,
            LONGS,
            5,
            0,
            1 + 5),
        of(
            "ApproximateDistinct",
            Aggregations.mappedResult(
                estimate -> Math.round(estimate.value()), longs, ApproximateDistinct.of(strings)),
            strings,
            WORDS,
            5L,
            0L,
            1 + 8 + 5 * 4),
        of(
            "Quantiles",
            Quantiles.of(0, 0.5, 1),
            longs,
            LONGS,
            List.of(exact(0, 1), exact(0.5, 5), exact(1, 9)),
            List.of(),
            1 + 24 + 2 * 8 + 8 * 8));
  }

  private static <T, A, O> AggregateCase<T, A, O> of(
      String name,
      CombineFn<T, A, O> fn,
      Coder<T> inputCoder,
      List<T> input,
      O expected,
      O expectedOfNothing,
      int accumulatorBytes) {
    return new AggregateCase<>(
        name, fn, inputCoder, input, expected, expectedOfNothing, accumulatorBytes);
  }

  private static CombineFn<Double, ?, Double> weightedMean() {
    return Statistics.weightedMean(number -> number, number -> number);
  }

  private static SerializableComparator<Long> descending() {
    return (a, b) -> Long.compare(b, a);
  }

  private static SerializableComparator<String> descendingWords() {
    return (a, b) -> b.compareTo(a);
  }

  private static QuantileEstimate exact(double rank, double value) {
    return new QuantileEstimate(rank, value, value, value);
  }
}
