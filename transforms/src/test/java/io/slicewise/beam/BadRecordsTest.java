package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler.BadRecordErrorHandler;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements that cannot be aggregated are the handler's, and change nothing for the others. */
class BadRecordsTest {
  private static final KvCoder<String, Long> FUSSY =
      KvCoder.of(new Fussy.Keys(), new Fussy.Values());

  private final Pipeline pipeline = Pipeline.create(options());

  /** Without the direct runner's own checks, which would encode before anything of ours does. */
  private static PipelineOptions options() {
    DirectOptions options = BothWays.options().as(DirectOptions.class);
    options.setEnforceEncodability(false);
    options.setEnforceImmutability(false);
    return options;
  }

  /** Makes a text of what a handler gets, and collects it. */
  private static final class Texts extends PTransform<PCollection<BadRecord>, PCollection<Void>> {
    private static final long serialVersionUID = 1L;

    private final Panes<String> panes = new Panes<>();

    @Override
    public PCollection<Void> expand(PCollection<BadRecord> records) {
      return records
          .apply(ParDo.of(new AsText()))
          .apply("Texts", ParDo.of(panes))
          .setCoder(VoidCoder.of());
    }

    List<String> values() {
      return panes.collected().stream().map(Panes.Pane::value).toList();
    }
  }

  private static final class AsText extends DoFn<BadRecord, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(@Element BadRecord bad, OutputReceiver<String> texts) {
      texts.output(
          String.join(
              " | ",
              String.valueOf(bad.getRecord().getHumanReadableJsonRecord()).replaceAll("\\s+", ""),
              bad.getRecord().getCoder(),
              bad.getRecord().getEncodedRecord() == null ? "not encoded" : "encoded",
              bad.getFailure().getDescription(),
              bad.getFailure().getException()));
      assertThat(bad.getFailure().getExceptionStacktrace())
          .startsWith(bad.getFailure().getException())
          .contains("CheckElements");
    }
  }

  /** Values one by one, each 1 ms after the other, a watermark after each third. */
  private PCollection<KV<String, Long>> input(List<Long> values) {
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .advanceWatermarkTo(Instant.ofEpochMilli(0));
    for (int i = 0; i < values.size(); i++) {
      stream =
          stream.addElements(
              TimestampedValue.of(KV.of("k" + i % 2, values.get(i)), Instant.ofEpochMilli(2L * i)));
      if (i % 3 == 2) {
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(2L * i - 1));
      }
    }
    return fussy(pipeline.apply("In", stream.advanceWatermarkToInfinity()));
  }

  private static PCollection<KV<String, Long>> fussy(PCollection<KV<String, Long>> elements) {
    return elements
        .apply(
            "Same",
            MapElements.via(
                new SimpleFunction<KV<String, Long>, KV<String, Long>>() {
                  @Override
                  public KV<String, Long> apply(KV<String, Long> element) {
                    return element;
                  }
                }))
        .setCoder(FUSSY);
  }

  /** Good and bad ones by turns. */
  private static List<Long> mixed() {
    List<Long> values = new ArrayList<>();
    for (long value = 1; value <= 21; value++) {
      values.add(value);
      values.add(Fussy.BAD.get((int) value % Fussy.BAD.size()));
    }
    return values;
  }

  private static PCollection<KV<String, Long>> good(PCollection<KV<String, Long>> input) {
    return input
        .apply("Good", Filter.by(element -> Fussy.isGood().test(element.getValue())))
        .setCoder(FUSSY);
  }

  private static Window<KV<String, Long>> sliding() {
    return Window.into(SlidingWindows.of(millis(20)).every(millis(5)));
  }

  private static Window<KV<String, Long>> early() {
    return Window.<KV<String, Long>>into(SlidingWindows.of(millis(20)).every(millis(5)))
        .triggering(
            AfterWatermark.pastEndOfWindow()
                .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                .withLateFirings(AfterPane.elementCountAtLeast(1)))
        .withAllowedLateness(millis(10))
        .accumulatingFiredPanes();
  }

  private static SlicedWindowAggregate<String, Long, String> contents() {
    return SlicedWindowAggregate.perKey(new Fussy.Fn());
  }

  @Test
  void eachKind_withWhatFailed() {
    Texts texts = new Texts();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      input(Fussy.BAD).apply(contents().windowedBy(sliding()).withBadRecordErrorHandler(handler));
    }
    pipeline.run().waitUntilFinish();
    String coder = "KvCoder(Fussy.Keys,Fussy.Values)";
    assertThat(texts.values())
        .containsExactlyInAnyOrder(
            "{\"key\":\"k0\",\"value\":-1} | "
                + coder
                + " | encoded | Could not add the value to a new accumulator. |"
                + " java.lang.IllegalArgumentException: not this one",
            "{\"key\":\"k1\",\"value\":-2} | "
                + coder
                + " | not encoded | Could not encode the element with "
                + coder
                + ". | org.apache.beam.sdk.coders.CoderException: not encoded",
            "{\"key\":\"k0\",\"value\":-3} | "
                + coder
                + " | not encoded | Could not encode the element with "
                + coder
                + ". | java.lang.IllegalStateException: not encoded, unchecked",
            "{\"key\":\"k1\",\"value\":-4} | "
                + coder
                + " | not encoded | Could not encode the element with "
                + coder
                + ". | java.lang.IllegalArgumentException: Forbidden IOException when writing to"
                + " OutputStream",
            "{\"key\":\"k0\",\"value\":-5} | "
                + coder
                + " | encoded | Could not decode the element with "
                + coder
                + ". | org.apache.beam.sdk.coders.CoderException: not decoded",
            "{\"key\":\"k1\",\"value\":-6} | "
                + coder
                + " | encoded | Could not encode the accumulator of the value with"
                + " Fussy.Accumulators. | java.io.UncheckedIOException: Could not encode an"
                + " accumulator with Fussy.Accumulators: accumulator not encoded",
            "{\"key\":\"k0\",\"value\":-7} | "
                + coder
                + " | encoded | Could not decode the accumulator of the value with"
                + " Fussy.Accumulators. | java.io.UncheckedIOException: Could not decode an"
                + " accumulator with Fussy.Accumulators: accumulator not decoded");
  }

  @Test
  void keysThatCannotBeEncoded() {
    Texts texts = new Texts();
    Panes<KV<String, String>> panes = new Panes<>();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      fussy(pipeline.apply(Create.of(KV.of("k", 1L), KV.of(Fussy.ENCODE_KEY, 2L))))
          .apply(
              contents()
                  .windowedBy(Window.into(new GlobalWindows()))
                  .withBadRecordErrorHandler(handler))
          .apply("Panes", ParDo.of(panes))
          .setCoder(VoidCoder.of());
    }
    pipeline.run().waitUntilFinish();
    assertThat(texts.values())
        .hasSize(1)
        .allMatch(text -> text.startsWith("{\"key\":\"nokey\",\"value\":2}"));
    assertThat(panes.collected()).extracting(Panes.Pane::value).containsExactly("KV{k, 1}");
  }

  /** In the global window, whatever windows the input has, with the elements' timestamps. */
  @Test
  void windowAndTimestamp() {
    Texts texts = new Texts();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      input(List.of(1L, 2L, Fussy.ADD))
          .apply("Input windows", Window.into(FixedWindows.of(millis(3))))
          .apply(contents().windowedBy(sliding()).withBadRecordErrorHandler(handler));
    }
    pipeline.run().waitUntilFinish();
    assertThat(texts.panes.lines()).hasSize(1).allMatch(line -> line.startsWith("global"));
    assertThat(texts.panes.collected().get(0).timestamp()).isEqualTo(Instant.ofEpochMilli(4));
  }

  /** Every way to aggregate, with bad elements and a handler, and without either. */
  @Test
  void theOthers_areAggregatedAsIfTheBadHadNeverBeenThere() {
    Texts texts = new Texts();
    PCollection<KV<String, Long>> input = input(mixed());
    PCollection<KV<String, Long>> good = good(input);
    WithAndWithout both = new WithAndWithout();
    int forms = 8;
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      compare(both, "pre-aggregated", contents().windowedBy(sliding()), input, good, handler);
      compare(
          both,
          "not pre-aggregated",
          contents().windowedBy(sliding()).withoutPreAggregation(),
          input,
          good,
          handler);
      compare(both, "early panes", contents().windowedBy(early()), input, good, handler);
      compare(
          both,
          "hot keys",
          contents().windowedBy(sliding()).withHotKeyFanout(3),
          input,
          good,
          handler);
      both.compare(
          "retracting",
          input.apply(
              "Retracting with",
              contents()
                  .windowedBy(early())
                  .retractingFiredPanes()
                  .withBadRecordErrorHandler(handler)),
          good.apply("Retracting without", contents().windowedBy(early()).retractingFiredPanes()));
      both.compare(
          "globally",
          input
              .apply("Values with", Values.create())
              .setCoder(new Fussy.Values())
              .apply("Globally with", globally().withBadRecordErrorHandler(handler)),
          good.apply("Values without", Values.create())
              .setCoder(new Fussy.Values())
              .apply("Globally without", globally()));
      OverAggregate<String, Long, String> over =
          OverAggregate.<String, Long, String>perKey(new Fussy.Fn()).range(millis(9));
      both.compare(
          "over",
          input.apply("Over with", over.withBadRecordErrorHandler(handler)),
          good.apply("Over without", over));
      CountWindowAggregate<String, Long, String> count =
          CountWindowAggregate.<String, Long, String>perKey(new Fussy.Fn()).ofLast(3).every(2);
      both.compare(
          "count",
          input.apply("Count with", count.withBadRecordErrorHandler(handler)),
          good.apply("Count without", count));
    }
    both.assertSame(pipeline);
    assertThat(texts.values()).hasSize(21 * forms);
  }

  private static void compare(
      WithAndWithout both,
      String name,
      SlicedWindowAggregate<String, Long, String> aggregate,
      PCollection<KV<String, Long>> input,
      PCollection<KV<String, Long>> good,
      BadRecordErrorHandler<?> handler) {
    both.compare(
        name,
        input.apply(name + " with", aggregate.withBadRecordErrorHandler(handler)),
        good.apply(name + " without", aggregate));
  }

  private static SlicedWindowAggregateGlobally<Long, String> globally() {
    return SlicedWindowAggregate.<Long, String>globally(new Fussy.Fn())
        .windowedBy(Window.into(FixedWindows.of(millis(10))));
  }

  @Test
  void severalWindows_andLateElements() {
    Texts texts = new Texts();
    PCollection<KV<String, Long>> input = input(mixed());
    PCollection<KV<String, Long>> good = good(input);
    TupleTag<KV<String, String>> sliding = new TupleTag<>("sliding");
    TupleTag<KV<String, String>> fixed = new TupleTag<>("fixed");
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>("late");
    SlicedWindowAggregateMulti<String, Long, String> several =
        contents()
            .windowedBy(sliding, early())
            .windowedBy(fixed, Window.into(FixedWindows.of(millis(7))))
            .withLateOutput(late);
    WithAndWithout both = new WithAndWithout();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      PCollectionTuple with = input.apply("With", several.withBadRecordErrorHandler(handler));
      PCollectionTuple without = good.apply("Without", several);
      both.compare("sliding", with.get(sliding), without.get(sliding));
      both.compare("fixed", with.get(fixed), without.get(fixed));
      both.compare("late", with.get(late), without.get(late));
    }
    both.assertSame(pipeline);
    assertThat(texts.values()).hasSize(21);
  }

  @Test
  void nullValues_globally() {
    Texts texts = new Texts();
    Panes<Long> panes = new Panes<>();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      pipeline
          .apply(Create.of(1L, null, 2L).withCoder(NullableCoder.of(VarLongCoder.of())))
          .apply(
              SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                  .windowedBy(Window.into(new GlobalWindows()))
                  .withBadRecordErrorHandler(handler))
          .apply("Panes", ParDo.of(panes))
          .setCoder(VoidCoder.of());
    }
    pipeline.run().waitUntilFinish();
    assertThat(texts.values())
        .hasSize(1)
        .allMatch(text -> text.startsWith("null | NullableCoder(VarLongCoder) | encoded | "));
    assertThat(panes.collected()).extracting(Panes.Pane::value).containsExactly("3");
  }

  @ParameterizedTest
  @ValueSource(longs = {Fussy.ADD, Fussy.ENCODE_ACCUMULATOR, Fussy.DECODE_ACCUMULATOR})
  void withoutHandler_theBundleFails(long bad) {
    input(List.of(1L, 2L, bad, 3L)).apply(contents().windowedBy(early()));
    assertThatThrownBy(() -> pipeline.run().waitUntilFinish())
        .rootCause()
        .message()
        .isIn("not this one", "accumulator not encoded", "accumulator not decoded");
  }

  /** They take many elements at once. */
  @ParameterizedTest
  @ValueSource(longs = {Fussy.MERGE, Fussy.EXTRACT})
  void mergeAndExtract_failTheBundle(long bad) {
    Texts texts = new Texts();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      input(List.of(1L, 2L, bad, 3L, 4L, 5L))
          .apply(contents().windowedBy(early()).withBadRecordErrorHandler(handler));
    }
    assertThatThrownBy(() -> pipeline.run().waitUntilFinish())
        .rootCause()
        .message()
        .isIn("not merged", "not shown");
  }

  @Test
  void stepsAreAdded() {
    Texts texts = new Texts();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      PCollection<KV<String, Long>> input = input(List.of(1L));
      input.apply("With", contents().windowedBy(sliding()).withBadRecordErrorHandler(handler));
      input.apply("Without", contents().windowedBy(sliding()));
      List<String> with = new ArrayList<>(WithAndWithout.stepsBelow("With", pipeline));
      assertThat(with.subList(0, 2))
          .containsExactly(
              "Check elements/Try each", "Check elements/Into global window/Window.Assign");
      assertThat(with.subList(2, with.size()))
          .containsExactlyElementsOf(WithAndWithout.stepsBelow("Without", pipeline));
    }
    pipeline.run().waitUntilFinish();
  }

  @Test
  void displayData() {
    Texts texts = new Texts();
    try (BadRecordErrorHandler<?> handler = pipeline.registerBadRecordErrorHandler(texts)) {
      for (PTransform<?, ?> with :
          List.of(
              contents().windowedBy(sliding()).withBadRecordErrorHandler(handler),
              OverAggregate.perKey(Sum.ofLongs()).rows(1).withBadRecordErrorHandler(handler))) {
        assertThat(keysOf(with)).contains("badRecordErrorHandler");
      }
      assertThat(keysOf(contents().windowedBy(sliding()))).doesNotContain("badRecordErrorHandler");
    }
  }

  private static List<String> keysOf(PTransform<?, ?> transform) {
    return DisplayData.from(transform).asMap().keySet().stream()
        .map(DisplayData.Identifier::getKey)
        .toList();
  }
}
