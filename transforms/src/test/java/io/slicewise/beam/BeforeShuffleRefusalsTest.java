package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Aggregating before the shuffle, asked for where it would change panes. */
class BeforeShuffleRefusalsTest {

  private static Window<KV<String, Long>> ten() {
    return Window.<KV<String, Long>>into(FixedWindows.of(millis(10))).discardingFiredPanes();
  }

  private static SlicedWindowAggregate<String, Long, Long> sums(Window<KV<String, Long>> window) {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(window);
  }

  static Stream<Arguments> refusedForBoth() {
    return Stream.of(
        Arguments.of(
            sums(Window.into(Sessions.withGapDuration(millis(5)))),
            "the windows must depend on time alone but are sessions(gap=5 ms). Use fixed, sliding,"
                + " cumulative, calendar or global windows."),
        Arguments.of(
            sums(ten()).byStreamTime(),
            "byStreamTime must not be set, as it looks at the order of elements."),
        Arguments.of(
            sums(ten().withTimestampCombiner(TimestampCombiner.LATEST)),
            "the timestamp combiner must be END_OF_WINDOW but is LATEST, for which each element"
                + " counts."),
        Arguments.of(
            sums(
                ten()
                    .triggering(
                        AfterWatermark.pastEndOfWindow()
                            .withEarlyFirings(AfterPane.elementCountAtLeast(5)))
                    .withAllowedLateness(millis(0))),
            "the trigger must wait for the end of the window but is"
                + " EarlyAndLate[early=AfterPane[count=5], lateOrNull=null]. Use"
                + " AfterWatermark.pastEndOfWindow() without early firings."),
        Arguments.of(
            sums(ten()).clampingFuture(millis(5)),
            "timestamps must not be bounded by clampingFuture or withFutureOutput, which look at"
                + " single elements."));
  }

  @ParameterizedTest
  @MethodSource("refusedForBoth")
  void refusedForBoth(SlicedWindowAggregate<String, Long, Long> aggregate, String message) {
    assertRefused(
        aggregate.withPreAggregation(10),
        "withPreAggregation: " + message + " Or leave withPreAggregation out.");
    assertRefused(
        aggregate.withHotKeyFanout(2),
        "withHotKeyFanout: " + message + " Or leave withHotKeyFanout out.");
  }

  @Test
  void preAggregation_withLateFirings() {
    assertRefused(
        sums(ten().withAllowedLateness(millis(7))).withPreAggregation(10),
        "withPreAggregation: a late element must not fire a pane, but with an allowed lateness of 7"
            + " ms the trigger DefaultTrigger[] fires for each. Use"
            + " withAllowedLateness(Duration.ZERO) or Never.ever(). Or leave withPreAggregation"
            + " out.");
  }

  @Test
  void preAggregation_withALateOutput() {
    assertRefused(
        sums(ten())
            .withPreAggregation(10)
            .withLateOutput(new TupleTag<>("panes"), new TupleTag<>("late")),
        "withPreAggregation: there must be no late output, which holds single elements. Or leave"
            + " withPreAggregation out.");
  }

  @Test
  void fanout_withWindowsFilledIn() {
    assertRefused(
        sums(ten())
            .emitting(EmissionOptions.asInBeam().fillingEmptyWindows(millis(10)))
            .withHotKeyFanout(2),
        "withHotKeyFanout: fillingEmptyWindows must not be set, as the second step cannot tell where"
            + " the input of the first ends. Or leave withHotKeyFanout out.");
  }

  @Test
  void anOutputOfElementsTooFarAhead() {
    var aggregate =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(new TupleTag<>("ten"), ten())
            .withFutureOutput(millis(5), new TupleTag<>("future"));
    String message =
        ": timestamps must not be bounded by clampingFuture or withFutureOutput, which look at"
            + " single elements. Or leave ";
    assertRefused(
        aggregate.withPreAggregation(10),
        "withPreAggregation" + message + "withPreAggregation out.");
    assertRefused(
        aggregate.withHotKeyFanout(key -> 2),
        "withHotKeyFanout" + message + "withHotKeyFanout out.");
  }

  /** One of several outputs is enough. */
  @Test
  void oneOfSeveralWindows() {
    assertRefused(
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(new TupleTag<>("ten"), ten())
            .windowedBy(new TupleTag<>("late"), ten().withAllowedLateness(millis(7)))
            .withPreAggregation(10),
        "withPreAggregation: a late element must not fire a pane, but with an allowed lateness of 7"
            + " ms the trigger DefaultTrigger[] fires for each. Use"
            + " withAllowedLateness(Duration.ZERO) or Never.ever(). Or leave withPreAggregation"
            + " out.");
  }

  private static void assertRefused(
      PTransform<? super PCollection<KV<String, Long>>, ?> aggregate, String message) {
    PCollection<KV<String, Long>> input =
        Pipeline.create(BothWays.options()).apply(Scripts.stream("1@1"));
    assertThatThrownBy(() -> aggregate.expand(input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void numbersOutOfRange() {
    assertThatThrownBy(() -> sums(ten()).withPreAggregation(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "withPreAggregation: the number of partial aggregates must be one or more but was 0. Use"
                + " withoutPreAggregation() for none.");
    assertThatThrownBy(() -> sums(ten()).withHotKeyFanout(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "withHotKeyFanout: the number of shards must be one or more but was 0. Leave it out for"
                + " none.");
  }
}
