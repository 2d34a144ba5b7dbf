package io.slicewise.beam;

import static org.joda.time.Duration.millis;

import io.slicewise.aggregate.Aggregations;
import io.slicewise.aggregate.DistinctValues;
import io.slicewise.aggregate.Extremes;
import io.slicewise.aggregate.Frequencies;
import io.slicewise.aggregate.Moments;
import io.slicewise.aggregate.Rates;
import io.slicewise.aggregate.Statistics;
import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.aggregate.sketch.Quantiles;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFns;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.transforms.Top;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Differential: every function of {@code io.slicewise.aggregate}, by Beam and by us. */
class AggregatesBothWaysTest {
  private static final String SCRIPT =
      "5@1 3@3 8@12 W10 3@5 1@21 9@28 W31 4@22 2@33 W45 7@44 5@32 W70 6@80";
  private static final TupleTag<Moments> ALL = new TupleTag<>("all");
  private static final TupleTag<Long> LARGE = new TupleTag<>("large");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFunction(boolean accumulating) {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    Window<KV<String, Long>> window = window(accumulating);
    bothWays.compare("moments", window, Statistics.<Long>moments());
    bothWays.compare("mean", window, Statistics.<Long>mean());
    bothWays.compare("populationVariance", window, Statistics.<Long>populationVariance());
    bothWays.compare("sampleVariance", window, Statistics.<Long>sampleVariance());
    bothWays.compare("deviation", window, Statistics.<Long>populationStandardDeviation());
    bothWays.compare("sampleDeviation", window, Statistics.<Long>sampleStandardDeviation());
    bothWays.compare("sum", window, ofTenths(Statistics.sum()));
    bothWays.compare(
        "weightedMean", window, Statistics.<Long>weightedMean(v -> 1.0 / v, v -> v / 10.0));
    bothWays.compare("min", window, Extremes.<Long>min());
    bothWays.compare("max", window, Extremes.<Long>max(Long::compare));
    bothWays.compare("first", window, ofTimestamped(Extremes.first()));
    bothWays.compare("last", window, ofTimestamped(Extremes.last()));
    bothWays.compare("firstBy", window, Extremes.<Long>firstBy(Instant::ofEpochMilli));
    bothWays.compare("lastBy", window, Extremes.<Long>lastBy(Instant::ofEpochMilli));
    Rates ofTheWindow = Rates.over(millis(25));
    bothWays.compare("countPer", window, ofTheWindow.<Long>countPer(Duration.standardSeconds(1)));
    bothWays.compare("sumPer", window, ofTheWindow.<Long>sumPer(millis(10)));
    bothWays.compare("Top", window, Top.<Long>largestFn(2));
    bothWays.compare("mostFrequent", window, Frequencies.<Long>mostFrequent(2));
    bothWays.compare("distinct set", window, DistinctValues.<Long>set());
    bothWays.compare("distinct count", window, DistinctValues.<Long>count());
    bothWays.compare("ApproximateDistinct", window, ApproximateDistinct.of(VarLongCoder.of()));
    bothWays.compare("Quantiles", window, Quantiles.<Long>of(0, 0.5, 0.9, 1));
    bothWays.compare("composed", window, composed());
    bothWays.assertSame();
  }

  private static <O> CombineFn<Long, ?, O> ofTenths(CombineFn<Double, ?, O> combineFn) {
    return Aggregations.mapped(value -> value / 10.0, DoubleCoder.of(), combineFn);
  }

  private static <O> CombineFn<Long, ?, O> ofTimestamped(
      CombineFn<TimestampedValue<Long>, ?, O> combineFn) {
    return Aggregations.mapped(
        value -> TimestampedValue.of(value, Instant.ofEpochMilli(100 - value)),
        TimestampedValue.TimestampedValueCoder.of(VarLongCoder.of()),
        combineFn);
  }

  private static CombineFn<Long, ?, String> composed() {
    SimpleFunction<Long, Long> each = Aggregations.identity();
    Coder<Long> coder = VarLongCoder.of();
    return Aggregations.mappedResult(
        result -> result.get(ALL) + ", large " + result.get(LARGE),
        StringUtf8Coder.of(),
        CombineFns.compose()
            .with(each, coder, Statistics.moments(), ALL)
            .with(each, coder, Aggregations.filtered(v -> v > 4, Count.combineFn()), LARGE));
  }

  private static Window<KV<String, Long>> window(boolean accumulating) {
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(SlidingWindows.of(millis(25)).every(millis(10)))
            .triggering(
                AfterWatermark.pastEndOfWindow()
                    .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                    .withLateFirings(AfterPane.elementCountAtLeast(1)))
            .withAllowedLateness(millis(15));
    return accumulating ? window.accumulatingFiredPanes() : window.discardingFiredPanes();
  }
}
