package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the {@code DoFn} costs and leaves behind: state reads and writes, and timers. */
class SliceDoFnTest {
  private static final TriggerSpec EARLY_AND_LATE =
      new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(1), new TriggerSpec.AfterPane(1));

  private static final Emission NEXT_ONLY = new Emission(Repeats.EMITTED, Emission.NO_FILL, true);

  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));

  /** A day in steps of a minute: every element is in 1,440 windows. */
  @Test
  void element_costsOneReadAndOneWrite_howeverManyWindowsItIsIn() {
    int windows = 1440;
    WindowPlan plan = AlignedWindowPlan.sliding(windows * 1000L, 1000, 0);
    var harness = new SliceDoFnHarness<>(spec(plan, new TriggerSpec.DefaultTrigger(), 0), CONTENTS);
    Random random = new Random(1);
    Map<Long, List<Long>> expected = new HashMap<>();
    for (long value = 1; value <= 300; value++) {
      String key = "k" + value % 2;
      long timestamp = value * 700 + random.nextInt(-2000, 2000);
      var state = harness.keyOf(key);
      int hotReads = state.hot.reads;
      int hotWrites = state.hot.writes;
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      harness.element(key, value, timestamp);
      assertThat(state.hot.reads - hotReads).isEqualTo(1);
      assertThat(state.hot.writes - hotWrites).isEqualTo(1);
      assertThat(state.cell.reads - reads).isZero();
      assertThat(state.cell.writes - writes).isZero();
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      assertThat(state.eventTimer.target).isNotNull();
      assertThat(state.processingTimer.sets).isZero();
      addToItsWindows(expected, value % 2, timestamp, windows, value);
      harness.advanceWatermark(value * 700 - 2000);
    }
    harness.advanceWatermark(10_000_000);

    assertThat(harness.late).isEmpty();
    assertThat(harness.panes).hasSize(expected.size());
    for (var pane : harness.panes) {
      long end = ((IntervalWindow) pane.window()).end().getMillis();
      long key = pane.value().startsWith("KV{k1") ? 1 : 0;
      assertThat(pane.value()).isEqualTo("KV{k" + key + ", " + joined(expected, end, key) + "}");
      assertThat(pane.timestamp()).isEqualTo(Instant.ofEpochMilli(end - 1));
    }
    assertNothingLeft(harness, "k0", "k1");
  }

  @Test
  void element_costsOneReadAndOneWrite_forSeveralWindowSpecifications() {
    List<WindowingSpec> specs =
        List.of(
            spec(
                AlignedWindowPlan.sliding(1_440_000, 1000, 0), new TriggerSpec.DefaultTrigger(), 0),
            spec(AlignedWindowPlan.fixed(7_000, 0), new TriggerSpec.DefaultTrigger(), 2000),
            spec(
                AlignedWindowPlan.fixed(10_000, 0),
                new TriggerSpec.Repeatedly(new TriggerSpec.AfterPane(2)),
                0));
    var together = new SliceDoFnHarness<>(new WindowedAggregation(specs), CONTENTS, false);
    var alone = specs.stream().map(spec -> new SliceDoFnHarness<>(spec, CONTENTS)).toList();
    Random random = new Random(2);
    for (long value = 1; value <= 300; value++) {
      long timestamp = value * 700 + random.nextInt(-2000, 2000);
      var state = together.keyOf("k");
      int hotReads = state.hot.reads;
      int hotWrites = state.hot.writes;
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      together.element("k", value, timestamp);
      assertThat(state.hot.reads - hotReads).isEqualTo(1);
      assertThat(state.hot.writes - hotWrites).isEqualTo(1);
      assertThat(state.cell.reads - reads).isEqualTo(1);
      assertThat(state.cell.writes - writes).isEqualTo(1);
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      assertThat(state.processingTimer.sets).isZero();
      together.advanceWatermark(value * 700 - 2000);
      for (var each : alone) {
        each.element("k", value, timestamp);
        each.advanceWatermark(value * 700 - 2000);
      }
    }
    assertThat(together.keyOf("k").cold.bytes).isNotNull();
    together.advanceWatermark(10_000_000);
    alone.forEach(each -> each.advanceWatermark(10_000_000));

    assertThat(together.panesOf)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                0, alone.get(0).panes,
                1, alone.get(1).panes,
                2, alone.get(2).panes));
    assertThat(together.late).isEmpty();
    assertNothingLeft(together, "k");
  }

  private static void addToItsWindows(
      Map<Long, List<Long>> contents, long key, long timestamp, int windows, long value) {
    long lastStart = Math.floorDiv(timestamp, 1000L) * 1000;
    for (int i = 0; i < windows; i++) {
      long end = lastStart - i * 1000L + windows * 1000L;
      contents.computeIfAbsent(2 * end + key, unused -> new ArrayList<>()).add(value);
    }
  }

  private static String joined(Map<Long, List<Long>> contents, long end, long key) {
    return String.join(
        "+", contents.get(2 * end + key).stream().sorted().map(String::valueOf).toList());
  }

  /** Early panes only of the next window: nothing is stored for the other 1,439. */
  @Test
  void earlyForNextOnly_costsOneReadAndOneWrite_andFewBytes() {
    WindowPlan plan = AlignedWindowPlan.sliding(1440, 1, 0);
    WindowingSpec ofAll = spec(plan, EARLY_AND_LATE, 0);
    var next = new SliceDoFnHarness<>(ofAll.withEmission(NEXT_ONLY), CONTENTS);
    var all = new SliceDoFnHarness<>(ofAll, CONTENTS);
    next.advanceWatermark(0);
    all.advanceWatermark(0);
    for (long value = 1; value <= 20; value++) {
      var state = next.keyOf("k");
      int hotReads = state.hot.reads;
      int hotWrites = state.hot.writes;
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      next.element("k", value, 0);
      assertThat(state.hot.reads - hotReads).isEqualTo(1);
      assertThat(state.hot.writes - hotWrites).isEqualTo(1);
      assertThat(state.cell.reads - reads).isLessThanOrEqualTo(1);
      assertThat(state.cell.writes - writes).isLessThanOrEqualTo(1);
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      all.element("k", value, 0);
    }
    assertThat(next.panes).hasSize(20);
    assertThat(all.panes).hasSize(20 * 1440);
    assertThat(next.keyOf("k").cell.bytes).hasSizeLessThan(100);
    assertThat(all.keyOf("k").cell.bytes).hasSizeGreaterThan(1440 * 10);
    next.advanceWatermark(10_000);
    assertThat(next.panes).hasSize(20 + 1439);
    assertNothingLeft(next, "k");
  }

  @Test
  void filledWindows_costATimerEach_andLeaveNothing() {
    WindowingSpec filling =
        spec(AlignedWindowPlan.fixed(10, 0), new TriggerSpec.DefaultTrigger(), 5)
            .withEmission(new Emission(Repeats.EMITTED, 100, false));
    var harness = new SliceDoFnHarness<>(filling, CONTENTS);
    harness.element("k", 1L, 3);
    for (long watermark = 1; watermark <= 200; watermark++) {
      harness.advanceWatermark(watermark);
    }
    assertThat(harness.panes)
        .extracting(Panes.Pane::value)
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("KV{k, 1}"), Stream.generate(() -> "KV{k, }").limit(10))
                .toList());
    // each window has a timer at its end and one at its expiry
    assertThat(harness.keyOf("k").eventTimer.sets).isEqualTo(2 * 11);
    assertNothingLeft(harness, "k");
  }

  /** Final results only: windows sleep until their end, as with the default trigger. */
  @Test
  void never_costsNoMoreBytesThanTheDefaultTrigger() {
    WindowPlan plan = AlignedWindowPlan.sliding(1440, 1, 0);
    var never = new SliceDoFnHarness<>(spec(plan, new TriggerSpec.Never(), 100), CONTENTS);
    var atEnd = new SliceDoFnHarness<>(spec(plan, new TriggerSpec.DefaultTrigger(), 100), CONTENTS);
    for (var harness : List.of(never, atEnd)) {
      for (long value = 1; value <= 20; value++) {
        harness.element("k", value, value);
      }
    }
    assertThat(never.keyOf("k").hot.bytes)
        .hasSameSizeAs(atEnd.keyOf("k").hot.bytes)
        .hasSizeLessThan(300);
    assertThat(never.keyOf("k").cell.bytes).isNull();
    never.advanceWatermark(10_000);
    assertThat(never.panes).hasSize(1440 + 19);
    assertNothingLeft(never, "k");
  }

  /** Even right after elements in time. */
  @Test
  void lateElement_costsNoWrite() {
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.fixed(10, 0), new TriggerSpec.DefaultTrigger(), 5), CONTENTS);
    harness.element("k", 1L, 25);
    harness.advanceWatermark(20);
    int reads = harness.keyOf("k").cell.reads;
    int writes = harness.keyOf("k").cell.writes;
    int hotWrites = harness.keyOf("k").hot.writes;
    harness.element("k", 2L, 3);
    assertThat(harness.keyOf("k").cell.reads).isEqualTo(reads);
    assertThat(harness.keyOf("k").cell.writes).isEqualTo(writes);
    assertThat(harness.keyOf("k").hot.writes).isEqualTo(hotWrites);
    assertThat(harness.late)
        .containsExactly(
            new LateElement<>(
                2L, Instant.ofEpochMilli(3), Instant.ofEpochMilli(20), Instant.ofEpochMilli(14)));
  }

  @Test
  void lateElementOfANewKey_leavesNothing() {
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.fixed(10, 0), new TriggerSpec.DefaultTrigger(), 5), CONTENTS);
    harness.advanceWatermark(20);
    harness.element("k", 2L, 3);
    assertThat(harness.late).hasSize(1);
    assertNothingLeft(harness, "k");
  }

  @Test
  void elementInAGap_leavesNothing() {
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.sliding(3, 10, 0), new TriggerSpec.DefaultTrigger(), 0),
            CONTENTS);
    harness.element("k", 1L, 5);
    assertThat(harness.late).isEmpty();
    assertNothingLeft(harness, "k");
  }

  @Test
  void windowClosedByItsTrigger_isRememberedUntilItExpires() {
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.fixed(10, 0), new TriggerSpec.AfterPane(1), 5), CONTENTS);
    harness.element("k", 1L, 3);
    int writes = harness.keyOf("k").cell.writes;
    harness.element("k", 2L, 4);
    assertThat(harness.keyOf("k").cell.writes).isEqualTo(writes);
    assertThat(harness.panes).hasSize(1);
    assertThat(harness.keyOf("k").cell.bytes).isNotNull();
    harness.advanceWatermark(15);
    assertThat(harness.panes).hasSize(1);
    assertNothingLeft(harness, "k");
  }

  @Test
  void firingWithoutState_isIgnored() {
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.fixed(10, 0), new TriggerSpec.DefaultTrigger(), 0), CONTENTS);
    harness.keyOf("k").eventTimer.set(Instant.ofEpochMilli(5));
    harness.keyOf("k").processingTimer.set(Instant.ofEpochMilli(5));
    harness.advanceWatermark(6);
    harness.advanceProcessingTime(6);
    assertThat(harness.panes).isEmpty();
    assertNothingLeft(harness, "k");
  }

  /** The first pane is due after 105; another window's timer must not move it. */
  @ParameterizedTest(name = "fires at the target: {0}")
  @ValueSource(booleans = {false, true})
  void processingTimeTimer_isNeitherLostNorLate(boolean firesAtTheTarget) {
    TriggerSpec trigger =
        new TriggerSpec.Repeatedly(
            new TriggerSpec.AfterProcessingTime(List.of(new TriggerSpec.Delay(5))));
    var harness =
        new SliceDoFnHarness<>(
            spec(AlignedWindowPlan.fixed(10, 0), trigger, 0), CONTENTS, firesAtTheTarget);
    harness.advanceProcessingTime(100);
    harness.element("k", 1L, 3);
    harness.advanceProcessingTime(102);
    harness.element("k", 2L, 13);
    harness.advanceProcessingTime(105);
    assertThat(harness.panes).isEmpty();
    harness.advanceProcessingTime(106);
    assertThat(harness.panes).extracting(Panes.Pane::value).containsExactly("KV{k, 1}");
    harness.advanceProcessingTime(107);
    assertThat(harness.panes).hasSize(1);
    harness.advanceProcessingTime(108);
    assertThat(harness.panes).extracting(Panes.Pane::value).containsExactly("KV{k, 1}", "KV{k, 2}");
    harness.advanceWatermark(100);
    assertNothingLeft(harness, "k");
  }

  private static void assertNothingLeft(SliceDoFnHarness<?, ?, ?> harness, String... keys) {
    for (String key : keys) {
      assertThat(harness.keyOf(key).cell.bytes).isNull();
      assertThat(harness.keyOf(key).hot.bytes).isNull();
      assertThat(harness.keyOf(key).cold.bytes).isNull();
      assertThat(harness.keyOf(key).eventTimer.target).isNull();
    }
  }

  private static WindowingSpec spec(WindowPlan windows, TriggerSpec trigger, long latenessMillis) {
    return new WindowingSpec(
        windows,
        trigger,
        latenessMillis,
        AccumulationMode.ACCUMULATING,
        TimestampCombiner.END_OF_WINDOW,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_IF_NON_EMPTY);
  }
}
