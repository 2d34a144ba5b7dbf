package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.window.AlignedWindowPlan;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

/** A pipeline that goes on with other windows. */
class UpdatedWindowsTest {
  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));

  private static WindowingSpec sliding(long size, long period) {
    return new WindowingSpec(
        AlignedWindowPlan.sliding(size, period, 0),
        new DefaultTrigger(),
        0,
        AccumulationMode.ACCUMULATING,
        TimestampCombiner.END_OF_WINDOW,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS);
  }

  /** Slices that are hot, in the key state, and cold. */
  @Test
  void stateOfAllCells_goesOn() {
    var before = new SliceDoFnHarness<>(sliding(600, 1), CONTENTS);
    before.advanceWatermark(0);
    for (long i = 0; i < 300; i++) {
      before.element("k", i, i);
    }
    for (long watermark = 2; watermark < 12; watermark += 2) {
      before.advanceWatermark(watermark);
      before.element("k", 1000 + watermark, 301);
    }
    assertThat(before.keyOf("k").cold.bytes).isNotNull();
    var after = goneOn(before, WindowedAggregation.of(sliding(6, 3)).withStateOf(sliding(600, 1)));
    after.advanceWatermark(10);
    after.element("k", 7L, 12);
    after.advanceWatermark(19);

    assertThat(after.panes)
        .extracting(Panes.Pane::toString)
        .containsExactly(
            "[6, 12) KV{k, 6+7+8+9+10+11} @11 ON_TIME 0/0 first last",
            "[9, 15) KV{k, 7+9+10+11+12+13+14} @14 ON_TIME 0/0 first last",
            "[12, 18) KV{k, 7+12+13+14+15+16+17} @17 ON_TIME 0/0 first last");
    after.advanceWatermark(10_000);
    assertThat(after.keyOf("k").cell.bytes).isNull();
    assertThat(after.keyOf("k").cold.bytes).isNull();
  }

  private static SliceDoFnHarness<Long, List<Long>, String> goneOn(
      SliceDoFnHarness<Long, List<Long>, String> before, WindowedAggregation aggregation) {
    var after = new SliceDoFnHarness<>(aggregation, CONTENTS, false);
    after.keyOf("k").cell.bytes = before.keyOf("k").cell.bytes;
    after.keyOf("k").hot.bytes = before.keyOf("k").hot.bytes;
    after.keyOf("k").cold.bytes = before.keyOf("k").cold.bytes;
    after.keyOf("k").eventTimer.target = before.keyOf("k").eventTimer.target;
    return after;
  }

  private static Window<KV<String, Long>> window(long size, long period) {
    return Window.<KV<String, Long>>into(SlidingWindows.of(millis(size)).every(millis(period)))
        .withAllowedLateness(Duration.ZERO)
        .accumulatingFiredPanes();
  }

  private static SlicedWindowAggregate<String, Long, Long> sum() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  @Test
  void windowsThatCannotGoOn_areRefusedWhenThePipelineIsBuilt() {
    var input = Pipeline.create(BothWays.options()).apply(Create.of(KV.of("k", 1L)));
    input.apply("Shorter", sum().windowedBy(window(30, 10)).withStateOf(window(60, 10)));
    assertThatThrownBy(
            () -> input.apply(sum().windowedBy(window(70, 10)).withStateOf(window(60, 10))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "withStateOf: windows must not be longer, as earlier elements are gone, but the state"
                + " has sliding(size=60 ms, ");
    assertThatThrownBy(
            () ->
                input.apply(
                    sum()
                        .withStateOf(window(60, 10))
                        .windowedBy(new TupleTag<>() {}, window(60, 10))
                        .windowedBy(new TupleTag<>() {}, window(30, 10))))
        .hasMessageStartingWith(
            "withStateOf: there must be one specification of windows but there are 2.");
    assertThatThrownBy(() -> sum().withStateOf(Window.configure()))
        .hasMessageContaining("no window function");
  }
}
