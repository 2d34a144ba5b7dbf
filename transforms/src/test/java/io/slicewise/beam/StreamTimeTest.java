package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link SlicedWindowAggregate#byStreamTime}. */
class StreamTimeTest {
  /** The timeline of the method's documentation. */
  private static final String SCRIPT = "1@3 2@12 3@5 W20 4@4 5@25";

  private static final String[] PANES = {
    "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
    "[10, 20) KV{k, 2+3} @19 ON_TIME 0/0 first last",
    "[20, 30) KV{k, 4+5} @29 ON_TIME 0/0 first last"
  };

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static SlicedWindowAggregate<String, Long, String> contents() {
    return SlicedWindowAggregate.perKey(new Contents());
  }

  private static <T> Window<T> ten() {
    return Window.into(FixedWindows.of(millis(10)));
  }

  @Test
  void elementsGoToTheWindowOfTheStreamTime() {
    Panes<KV<String, String>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream(SCRIPT))
        .apply(contents().windowedBy(ten()).byStreamTime())
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines()).containsExactly(PANES);
  }

  @Test
  void nothingIsLate() {
    TupleTag<KV<String, String>> panesTag = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> lateTag = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream(SCRIPT))
            .apply(contents().withLateOutput(panesTag, lateTag).byStreamTime().windowedBy(ten()));
    Panes<KV<String, String>> panes = new Panes<>();
    Panes<KV<String, LateElement<Long>>> late = new Panes<>();
    outputs.get(panesTag).apply("Panes", ParDo.of(panes));
    outputs.get(lateTag).apply("Late", ParDo.of(late));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines()).containsExactly(PANES);
    assertThat(late.lines()).isEmpty();
  }

  @Test
  void globally() {
    TupleTag<String> panesTag = new TupleTag<>() {};
    TupleTag<LateElement<Long>> lateTag = new TupleTag<>() {};
    Panes<String> alone = new Panes<>();
    Panes<String> withLate = new Panes<>();
    var values = pipeline.apply(Scripts.stream(SCRIPT)).apply(Values.create());
    values
        .apply(
            "Alone",
            SlicedWindowAggregate.<Long, String>globally(new Contents())
                .byStreamTime()
                .windowedBy(ten()))
        .apply("Panes", ParDo.of(alone));
    values
        .apply(
            "With late",
            SlicedWindowAggregate.<Long, String>globally(new Contents())
                .windowedBy(ten())
                .withLateOutput(panesTag, lateTag)
                .byStreamTime())
        .get(panesTag)
        .apply("Panes with late", ParDo.of(withLate));
    pipeline.run().waitUntilFinish();
    assertThat(alone.lines())
        .containsExactly(
            "[0, 10) 1 @9 ON_TIME 0/0 first last",
            "[10, 20) 2+3 @19 ON_TIME 0/0 first last",
            "[20, 30) 4+5 @29 ON_TIME 0/0 first last")
        .isEqualTo(withLate.lines());
  }

  @Test
  void withRetractions() {
    Panes<KV<String, Change<Long>>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@3 W10 2@2"))
        .apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .retractingFiredPanes()
                .windowedBy(ten())
                .byStreamTime())
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 10) KV{k, Change[value=1, kind=PANE]} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, Change[value=2, kind=PANE]} @19 ON_TIME 0/0 first last");
  }

  static WindowFn<?, ?>[] otherWindows() {
    return new WindowFn<?, ?>[] {
      SlidingWindows.of(millis(10)).every(millis(5)),
      CumulativeWindows.of(millis(10)).every(millis(5)),
      new GlobalWindows()
    };
  }

  /** Whichever comes first. */
  @ParameterizedTest
  @MethodSource("otherWindows")
  void otherWindows_areRefused(WindowFn<Object, ?> windowFn) {
    String message =
        "byStreamTime: the windows must be FixedWindows, as an element belongs to the one that"
            + " holds the stream time, but were "
            + windowFn
            + ". Use FixedWindows, or leave byStreamTime out.";
    Window<KV<String, Long>> window = Window.into(windowFn);
    assertThatThrownBy(() -> contents().byStreamTime().windowedBy(window))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> contents().windowedBy(window).byStreamTime())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void displayData_showsIt() {
    assertThat(DisplayData.from(contents().windowedBy(ten()).byStreamTime()).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .contains(tuple("byStreamTime", true));
  }
}
