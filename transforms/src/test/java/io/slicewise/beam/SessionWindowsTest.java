package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class SessionWindowsTest {
  private static final SessionWindows FIVE = SessionWindows.withGapDuration(millis(5));
  private static final String SCRIPT = "1@0 2@2 3@7 4@12 W30 5@40 6@44 W60";

  @Test
  void elementsExactlyTheGapApart() {
    assertThat(panes(FIVE))
        .containsExactly(
            "[0, 7) KV{k, 1+2} @6 ON_TIME 0/0 first last",
            "[7, 12) KV{k, 3} @11 ON_TIME 0/0 first last",
            "[12, 17) KV{k, 4} @16 ON_TIME 0/0 first last",
            "[40, 49) KV{k, 5+6} @48 ON_TIME 0/0 first last");
    assertThat(panes(FIVE.inclusive()))
        .containsExactly(
            "[0, 17) KV{k, 1+2+3+4} @16 ON_TIME 0/0 first last",
            "[40, 49) KV{k, 5+6} @48 ON_TIME 0/0 first last");
  }

  private static Iterable<String> panes(SessionWindows windows) {
    Panes<KV<String, String>> panes = new Panes<>();
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Scripts.stream(SCRIPT))
        .apply(
            SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
                .windowedBy(Window.into(windows)))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    return panes.lines();
  }

  /** What follows groups sessions by their bounds, as after Beam's own grouping. */
  @Test
  void sessionsDoNotMergeAgainDownstream() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream("1@0 2@2 3@40 W90"));
    Window<KV<String, Long>> sessions = Window.into(Sessions.withGapDuration(millis(5)));
    Panes<KV<String, Long>> beam = new Panes<>();
    Panes<KV<String, Long>> ours = new Panes<>();
    input
        .apply("Window", sessions)
        .apply("Combine", Combine.perKey(Sum.ofLongs()))
        .apply("Group again", Sum.longsPerKey())
        .apply("Beam's panes", ParDo.of(beam));
    input
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(sessions))
        .apply("Group ours again", Sum.longsPerKey())
        .apply("Our panes", ParDo.of(ours));
    pipeline.run().waitUntilFinish();
    assertThat(ours.lines()).hasSize(2).isEqualTo(beam.lines());
  }

  @Test
  void globally_hasTheSessionsOfAllElements() {
    Panes<Long> panes = new Panes<>();
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Scripts.stream("1@0 2@2 3@40 W90"))
        .apply(Values.create())
        .apply(
            SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs()).windowedBy(Window.into(FIVE)))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 7) 3 @6 ON_TIME 0/0 first last", "[40, 45) 3 @44 ON_TIME 0/0 first last");
  }

  @Test
  void byStreamTime_isRefused() {
    assertThatThrownBy(
            () ->
                SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .windowedBy(Window.into(FIVE))
                    .byStreamTime())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("byStreamTime: the windows must be FixedWindows");
  }

  @Test
  void gapOutOfRange_isRefused() {
    assertThatThrownBy(() -> SessionWindows.withGapDuration(millis(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("gap: must be from 1 ms to 9223372036854775 ms but was 0 ms.");
  }

  @Test
  void equality_isOfAllSettings() throws Exception {
    SessionWindows same = SessionWindows.withGapDuration(millis(5));
    assertThat(FIVE).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(SerializableUtils.ensureSerializable(FIVE)).isEqualTo(FIVE);
    FIVE.verifyCompatibility(same);
    for (Object other :
        new Object[] {
          FIVE.inclusive(),
          SessionWindows.withGapDuration(millis(6)),
          Sessions.withGapDuration(millis(5))
        }) {
      assertThat(FIVE).isNotEqualTo(other);
    }
    assertThatThrownBy(() -> FIVE.verifyCompatibility(FIVE.inclusive()))
        .isInstanceOf(IncompatibleWindowException.class)
        .hasMessageContaining("windows: must be SessionWindows(gap=5 ms) on both sides.");
  }

  @Test
  void displayDataAndCoder() throws Exception {
    assertThat(DisplayData.from(FIVE.inclusive()).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .containsExactlyInAnyOrder(tuple("gapDuration", 5L), tuple("inclusive", true));
    CoderProperties.coderDecodeEncodeEqual(
        FIVE.windowCoder(), new IntervalWindow(Instant.ofEpochMilli(0), Instant.ofEpochMilli(5)));
    assertThat(FIVE.getGapDuration()).isEqualTo(millis(5));
    assertThat(FIVE.isInclusive()).isFalse();
    assertThat(FIVE.isNonMerging()).isFalse();
    assertThat(FIVE.inclusive()).hasToString("SessionWindows(gap=5 ms, inclusive)");
  }

  @Test
  void sideInput_isRefused() {
    assertThatThrownBy(FIVE::getDefaultWindowMappingFn)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "side input: windows that merge, as SessionWindows(gap=5 ms), have none for a main"
                + " input. Window the side input otherwise.");
  }

  @Test
  void element_costsOneReadAndOneWrite_andNothingIsLeft() {
    var harness =
        new SliceDoFnHarness<>(
            new WindowingSpec(
                new io.slicewise.core.window.SessionWindows(100, false),
                new TriggerSpec.EarlyAndLate(
                    new TriggerSpec.AfterPane(3), new TriggerSpec.AfterPane(1)),
                50,
                AccumulationMode.RETRACTING,
                TimestampCombiner.END_OF_WINDOW,
                FiringBehavior.FIRE_IF_NON_EMPTY,
                FiringBehavior.FIRE_ALWAYS),
            new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of())));
    var state = harness.keyOf("k");
    for (long value = 1; value <= 300; value++) {
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      // two sessions now and then, which a late element makes one
      harness.element("k", value, value * 40 - value * 37 % 160);
      assertThat(state.cell.reads - reads).isEqualTo(1);
      assertThat(state.cell.writes - writes).isEqualTo(1);
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      assertThat(state.eventTimer.target).isNotNull();
      harness.advanceWatermark(value * 40 - 150);
    }
    harness.advanceWatermark(1_000_000);
    assertThat(harness.late).isEmpty();
    assertThat(state.cell.bytes).isNull();
  }
}
