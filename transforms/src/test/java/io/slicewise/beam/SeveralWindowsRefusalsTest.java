package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;

/** What is refused of several windows at once, and the full text a user sees. */
class SeveralWindowsRefusalsTest {
  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));
  private static final Window<KV<String, Long>> FORTY = Window.into(FixedWindows.of(millis(40)));

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  @Test
  void tagGivenTwice_isRefused() {
    TupleTag<KV<String, Long>> tag = new TupleTag<>("totals");
    TupleTag<KV<String, LateElement<Long>>> sameAsLate = new TupleTag<>("totals");
    String message = "tag: each output must have a tag of its own but Tag<totals> was given twice.";
    assertThatThrownBy(() -> sums().windowedBy(tag, TEN).windowedBy(tag, FORTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> sums().windowedBy(tag, TEN).withLateOutput(sameAsLate))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () ->
                sums()
                    .windowedBy(new TupleTag<>() {}, TEN)
                    .withLateOutput(sameAsLate)
                    .windowedBy(tag, FORTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void windowsWithoutATag_beforeWindowsWithOne_areRefused() {
    String message =
        "windowedBy: windows are set without an output tag already. Give each windowedBy a tag, or"
            + " none.";
    assertThatThrownBy(() -> sums().windowedBy(TEN).windowedBy(new TupleTag<>() {}, FORTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () ->
                sums()
                    .windowedBy(TEN)
                    .retractingFiredPanes()
                    .windowedBy(new TupleTag<>() {}, FORTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void byStreamTime_isRefused() {
    String message =
        "byStreamTime: allows one windowedBy only, without an output tag, as an element belongs to"
            + " one window. Leave the tag out, or byStreamTime.";
    assertThatThrownBy(() -> sums().byStreamTime().windowedBy(new TupleTag<>() {}, TEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () -> sums().byStreamTime().retractingFiredPanes().windowedBy(new TupleTag<>() {}, TEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void windowWithoutAWindowFunction_isRefused() {
    String message =
        "windowedBy: the Window has no window function. Start it with Window.into(...) instead of"
            + " Window.configure().";
    assertThatThrownBy(() -> sums().windowedBy(new TupleTag<>() {}, Window.configure()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () ->
                sums()
                    .windowedBy(new TupleTag<>() {}, TEN)
                    .windowedBy(new TupleTag<>() {}, Window.configure()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void nothing_isRefusedByItsName() {
    TupleTag<KV<String, Long>> tag = new TupleTag<>() {};
    assertThatThrownBy(() -> sums().windowedBy(null, TEN))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tag");
    assertThatThrownBy(() -> sums().windowedBy(tag, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("window");
    assertThatThrownBy(() -> sums().windowedBy(tag, TEN).withLateOutput(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tag");
  }
}
