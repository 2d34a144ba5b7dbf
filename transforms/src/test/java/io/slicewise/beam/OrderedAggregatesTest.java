package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** {@link OverAggregate} and {@link CountWindowAggregate}. */
@SuppressWarnings("unchecked") // the varargs of PAssert
class OrderedAggregatesTest {
  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static OverAggregate<String, Long, Long> over() {
    return OverAggregate.perKey(Sum.ofLongs());
  }

  private static CountWindowAggregate<String, Long, Long> count() {
    return CountWindowAggregate.perKey(Sum.ofLongs());
  }

  @Test
  void overRange_givesEachElementWithItsFrame_andLateOnesApart() {
    TupleTag<KV<String, OverResult<Long, Long>>> results = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("4@4 1@1 W3 2@3 8@2 W5 16@8"))
            .apply(over().range(millis(4)).withLateOutput(results, late));
    PAssert.that(outputs.get(results))
        .containsInAnyOrder(
            KV.of("k", new OverResult<>(1L, 1L)),
            KV.of("k", new OverResult<>(2L, 3L)),
            KV.of("k", new OverResult<>(4L, 7L)),
            KV.of("k", new OverResult<>(16L, 20L)));
    PAssert.that(outputs.get(late))
        .containsInAnyOrder(
            KV.of(
                "k",
                new LateElement<>(
                    8L,
                    Instant.ofEpochMilli(2),
                    Instant.ofEpochMilli(3),
                    Instant.ofEpochMilli(2))));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void overRows_inWindowsOfTheInput_areInTheGlobalWindow() {
    PAssert.that(
            pipeline
                .apply(Scripts.stream("1@1 2@12 4@23"))
                .apply(Window.into(FixedWindows.of(millis(10))))
                .apply(over().rows(2)))
        .inWindow(GlobalWindow.INSTANCE)
        .containsInAnyOrder(
            KV.of("k", new OverResult<>(1L, 1L)),
            KV.of("k", new OverResult<>(2L, 3L)),
            KV.of("k", new OverResult<>(4L, 6L)));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void allowedLateness_takesElementsBehindTheWatermark() {
    PAssert.that(
            pipeline
                .apply(Scripts.stream("1@4 W8 2@3 4@2"))
                .apply(over().range(millis(9)).withAllowedLateness(millis(5))))
        .containsInAnyOrder(
            KV.of("k", new OverResult<>(1L, 3L)), KV.of("k", new OverResult<>(2L, 2L)));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void countWindows_overlapAndLeaveOut() {
    PAssert.that(
            pipeline
                .apply("a", Scripts.stream("1@1 4@3 2@2 8@4 16@5"))
                .apply("overlap", count().ofLast(3).every(2)))
        .containsInAnyOrder(KV.of("k", 3L), KV.of("k", 14L));
    PAssert.that(
            pipeline
                .apply("b", Scripts.stream("1@1 4@3 2@2 8@4 16@5"))
                .apply("incomplete", count().ofLast(2).withIncompleteWindows()))
        .containsInAnyOrder(KV.of("k", 3L), KV.of("k", 12L), KV.of("k", 16L));
    PAssert.that(
            pipeline
                .apply("c", Scripts.stream("1@1 4@3 2@2 8@4 16@5"))
                .apply("leave out", count().ofLast(1).every(2)))
        .containsInAnyOrder(KV.of("k", 2L), KV.of("k", 8L));
    pipeline.run().waitUntilFinish();
  }

  /** Settings may come in any order. */
  @Test
  void ofLast_keepsWhatWasSetBefore() {
    assertThat(
            DisplayData.from(count().ofLast(5).every(2).withIncompleteWindows().ofLast(3)).items())
        .isEqualTo(DisplayData.from(count().ofLast(3).every(2).withIncompleteWindows()).items());
  }

  @Test
  void countWindows_giveLateElementsApart() {
    TupleTag<KV<String, Long>> results = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 W5 2@4 4@5"))
            .apply(count().ofLast(2).withLateOutput(results, late));
    PAssert.that(outputs.get(results)).containsInAnyOrder(KV.of("k", 5L));
    PAssert.that(outputs.get(late))
        .containsInAnyOrder(
            KV.of(
                "k",
                new LateElement<>(
                    2L,
                    Instant.ofEpochMilli(4),
                    Instant.ofEpochMilli(5),
                    Instant.ofEpochMilli(4))));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void element_costsOneReadAndOneWrite_andNothingIsLeft() {
    var contents = new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));
    checkCosts(
        new SliceDoFnHarness<>(
            OrderedKeys.over(
                new OrderedAggregation<>(new OverFrame.Range(100), 0), contents, VarLongCoder.of()),
            PaneOutput.ofRows(),
            false),
        300);
    checkCosts(
        new SliceDoFnHarness<>(
            OrderedKeys.count(
                new OrderedAggregation<>(new CountWindows(6, 4, false), 0),
                contents,
                VarLongCoder.of()),
            PaneOutput.ofResults(),
            false),
        75);
  }

  private static void checkCosts(SliceDoFnHarness<Long, ?, ?> harness, int results) {
    var state = harness.keyOf("k");
    for (long value = 1; value <= 300; value++) {
      int reads = state.cell.reads;
      int writes = state.cell.writes;
      int timersSet = state.eventTimer.sets;
      harness.element("k", value, value * 10 + value % 3);
      assertThat(state.cell.reads - reads).isEqualTo(1);
      assertThat(state.cell.writes - writes).isEqualTo(1);
      assertThat(state.eventTimer.sets - timersSet).isLessThanOrEqualTo(1);
      assertThat(state.eventTimer.target).isNotNull();
      harness.advanceWatermark(value * 10 - 50);
    }
    int writes = state.cell.writes;
    harness.element("k", 301L, 0);
    assertThat(harness.late).hasSize(1);
    assertThat(state.cell.writes).isEqualTo(writes);
    harness.advanceWatermark(Long.MAX_VALUE / 1000);
    assertThat(harness.panes).hasSize(results);
    assertThat(state.cell.bytes).isNull();
    assertThat(state.eventTimer.target).isNull();
  }

  @Test
  void missingOrWrongSettings_areRefused() {
    var input = pipeline.apply(Scripts.stream("1@1"));
    assertThatThrownBy(() -> input.apply(over()))
        .hasMessage("OverAggregate: no frame is set. Add .range(duration) or .rows(number).");
    assertThatThrownBy(() -> input.apply(count()))
        .hasMessage("CountWindowAggregate: no windows are set. Add .ofLast(number).");
    var withoutKeyCoder = pipeline.apply("d", Scripts.stream("1@1")).setCoder(new Unknown());
    assertThatThrownBy(() -> withoutKeyCoder.apply(over().rows(1)))
        .hasMessageStartingWith("OverAggregate: the input must have a KvCoder but has ");
    assertThatThrownBy(() -> withoutKeyCoder.apply(count().ofLast(1)))
        .hasMessageStartingWith("CountWindowAggregate: the input must have a KvCoder but has ");
    assertThatThrownBy(() -> count().every(2))
        .hasMessage(
            "every: the number of elements of a window is not set. Call .ofLast(number) first.");
    assertThatThrownBy(() -> over().range(millis(-1))).hasMessageContaining("range: must be");
    assertThatThrownBy(() -> over().rows(0)).hasMessageContaining("rows: must be 1 row or more");
    assertThatThrownBy(() -> over().withAllowedLateness(millis(-1)))
        .hasMessageContaining("withAllowedLateness: must be zero or more but was -1 ms");
  }

  private static final class Unknown extends CustomCoder<KV<String, Long>> {
    @Override
    public void encode(KV<String, Long> value, OutputStream out) {
      throw new UnsupportedOperationException();
    }

    @Override
    public KV<String, Long> decode(InputStream in) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void displayData_showsTheSettings() {
    assertThat(DisplayData.from(over().rows(3)).items())
        .anyMatch(item -> "over(rows=3)".equals(item.getValue()));
    assertThat(DisplayData.from(count().ofLast(3).every(2)).items())
        .anyMatch(item -> "count(last=3, every=2, incomplete=false)".equals(item.getValue()));
  }

  @Test
  void coderOfResults() throws Exception {
    Coder<OverResult<Long, Long>> coder =
        OverResult.coder(VarLongCoder.of(), NullableCoder.of(VarLongCoder.of()));
    CoderProperties.coderDecodeEncodeEqual(coder, new OverResult<>(1L, 2L));
    CoderProperties.coderDecodeEncodeEqual(coder, new OverResult<>(1L, null));
    CoderProperties.coderSerializable(coder);
    CoderProperties.coderDeterministic(coder, new OverResult<>(1L, 2L), new OverResult<>(1L, 2L));
  }

  @Test
  void functionOfASupertype_isAFunctionOfTheElements() {
    assertThat(OverAggregate.<String, Long, Long>perKey(Max.ofLongs()).rows(1)).isNotNull();
  }
}
