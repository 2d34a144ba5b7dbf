package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
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

  /** Panes of several windows leave their step together, and are separated by the next. */
  @Test
  void resultsWithoutACoder_areRefused() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input = pipeline.apply(Create.of(KV.of("k", 1L)));
    SlicedWindowAggregateMulti<String, Long, Object> several =
        SlicedWindowAggregate.<String, Long, Object>perKey(new AnythingOut())
            .windowedBy(new TupleTag<>() {}, TEN)
            .windowedBy(new TupleTag<>() {}, FORTY);
    assertThatThrownBy(() -> input.apply(several))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: the results of io.slicewise.beam.AnythingOut in several windows"
                + " need a coder but none is known for java.lang.Object. Override"
                + " getDefaultOutputCoder in the function, or register a coder for the type with"
                + " pipeline.getCoderRegistry().");
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
