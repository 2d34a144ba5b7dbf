package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.WindowFnTestUtils;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.junit.jupiter.api.Test;

class TrailingWindowsTest {
  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static Window<KV<String, Long>> trailing(long size) {
    return Window.into(TrailingWindows.of(millis(size)));
  }

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  @Test
  void retractions_andACombineAfterwardsInTheSameWindows() {
    Panes<KV<String, Change<Long>>> panes = new Panes<>();
    Panes<KV<String, Long>> totals = new Panes<>();
    PCollection<KV<String, Change<Long>>> changes =
        pipeline
            .apply(Scripts.stream("1@3 2@5 W6 4@4"))
            .apply(
                sums()
                    .windowedBy(trailing(4).withAllowedLateness(millis(9)))
                    .retractingFiredPanes());
    changes.apply(ParDo.of(panes));
    changes
        .apply(Change.signedLongs())
        .apply(Combine.perKey(Sum.ofLongs()))
        .apply("Totals", ParDo.of(totals));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[-1, 4) KV{k, Change[value=1, kind=PANE]} @3 ON_TIME 0/0 first",
            "[0, 5) KV{k, Change[value=5, kind=PANE]} @4 LATE 0/0 first",
            "[1, 6) KV{k, Change[value=3, kind=PANE]} @5 ON_TIME 0/0 first",
            "[1, 6) KV{k, Change[value=3, kind=RETRACTION]} @5 LATE 1/1",
            "[1, 6) KV{k, Change[value=7, kind=PANE]} @5 LATE 1/1",
            "[4, 9) KV{k, Change[value=6, kind=PANE]} @8 ON_TIME 0/0 first last",
            "[5, 10) KV{k, Change[value=2, kind=PANE]} @9 ON_TIME 0/0 first last");
    assertThat(totals.lines()).anyMatch(line -> line.startsWith("[1, 6) KV{k, 7} @5 LATE"));
  }

  @Test
  void element_costsOneReadAndOneWrite_howeverManyWindowsItIsIn() {
    var harness =
        new SliceDoFnHarness<>(
            Windowing.of(
                    trailing(1000), Windowing.Extras.NONE, pipeline.apply(Scripts.stream("1@3")))
                .spec(),
            new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of())));
    var state = harness.keyOf("k");
    for (long value = 1; value <= 300; value++) {
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      harness.element("k", value, value * 10);
      assertThat(state.cell.reads - reads).isEqualTo(1);
      assertThat(state.cell.writes - writes).isEqualTo(1);
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      assertThat(state.eventTimer.target).isNotNull();
      harness.advanceWatermark(value * 10 - 50);
    }
    harness.advanceWatermark(10_000);
    assertThat(harness.panes).hasSize(2 * 300 - 1);
    assertThat(state.cell.bytes).isNull();
    assertThat(state.eventTimer.target).isNull();
  }

  @Test
  void natively_theyFailClearly() {
    assertThatThrownBy(() -> WindowFnTestUtils.assignedWindows(TrailingWindows.of(millis(4)), 3))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "Window.into: cannot assign TrailingWindows(size=4 ms), as they depend on the other"
                + " elements of the key. Give them to SlicedWindowAggregate.windowedBy, or use"
                + " SlidingWindows.");
    assertThatThrownBy(() -> TrailingWindows.of(millis(4)).getDefaultWindowMappingFn())
        .hasMessageStartingWith("a side input: cannot assign TrailingWindows(size=4 ms)");
  }

  @Test
  void otherTriggersAndTimestampCombiners_areRefused() {
    assertThatThrownBy(
            () ->
                sums()
                    .windowedBy(
                        trailing(4)
                            .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(1)))))
        .hasMessageStartingWith("windowedBy: TrailingWindows must have the default trigger but had")
        .hasMessageEndingWith("Add .triggering(DefaultTrigger.of()), or use SlidingWindows.");
    assertThatThrownBy(
            () -> sums().windowedBy(trailing(4).withTimestampCombiner(TimestampCombiner.LATEST)))
        .hasMessageContaining("must have the timestamp combiner END_OF_WINDOW but had LATEST");
    assertThatThrownBy(() -> sums().windowedBy(trailing(4)).byStreamTime())
        .hasMessageContaining("byStreamTime: the windows must be FixedWindows");
    assertThatThrownBy(() -> TrailingWindows.of(millis(-1))).hasMessageContaining("-1 ms");
  }

  @Test
  void triggerOfTheInput_isRefusedWhenApplied() {
    PCollection<KV<String, Long>> input =
        pipeline
            .apply(Scripts.stream("1@3"))
            .apply(
                Window.<KV<String, Long>>into(FixedWindows.of(millis(1)))
                    .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(1)))
                    .withAllowedLateness(millis(0))
                    .discardingFiredPanes());
    assertThatThrownBy(() -> input.apply(sums().windowedBy(trailing(4))))
        .hasMessageContaining("TrailingWindows must have the default trigger");
    assertThat(input.apply(sums().windowedBy(trailing(4).triggering(DefaultTrigger.of()))))
        .isNotNull();
  }

  @Test
  void equalIfTheSizeIs() throws IncompatibleWindowException {
    TrailingWindows four = TrailingWindows.of(millis(4));
    assertThat(four)
        .isEqualTo(TrailingWindows.of(millis(4)))
        .hasToString("TrailingWindows(size=4 ms)");
    assertThat(four.hashCode()).isEqualTo(TrailingWindows.of(millis(4)).hashCode());
    assertThat(four).isNotEqualTo(TrailingWindows.of(millis(5)));
    assertThat(four.getSize()).isEqualTo(millis(4));
    four.verifyCompatibility(TrailingWindows.of(millis(4)));
    assertThatThrownBy(() -> four.verifyCompatibility(TrailingWindows.of(millis(5))))
        .isInstanceOf(IncompatibleWindowException.class);
    assertThat(DisplayData.from(four).items()).extracting(item -> item.getKey()).contains("size");
    assertThat(List.of(four)).allMatch(windows -> windows.isCompatible(four));
  }
}
