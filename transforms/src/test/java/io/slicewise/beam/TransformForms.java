package io.slicewise.beam;

import static org.joda.time.Duration.millis;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler.BadRecordErrorHandler;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.TupleTag;

/** Every public transform, in each form that gives it other steps, outputs or coders. */
final class TransformForms {
  /** The name that each transform is applied with. */
  static final String NAME = "Aggregate";

  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));

  private final Map<String, Pipeline> forms = new LinkedHashMap<>();

  private TransformForms() {}

  /** A pipeline with each of the forms, by what the form is called. */
  static Map<String, Pipeline> all() {
    TransformForms all = new TransformForms();
    all.addPerKey();
    all.addWithBadRecords();
    all.addRetracting();
    all.addSeveral();
    all.addGlobally();
    all.addOrdered();
    all.addOfChanges();
    return all.forms;
  }

  private void addPerKey() {
    SlicedWindowAggregate<String, Long, Long> sum = sum();
    keyed("perKey", sum);
    keyed("perKey, withoutPreAggregation", sum.withoutPreAggregation());
    keyed("perKey, withHotKeyFanout(4)", sum.withHotKeyFanout(4));
    keyed("perKey, withHotKeyFanout(function)", sum.withHotKeyFanout(key -> key.length()));
    keyed("perKey, withLateOutput", sum.withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
    keyed("perKey, byStreamTime", sum.byStreamTime());
    keyed("perKey, clampingFuture", sum.clampingFuture(millis(10)));
    keyed("perKey, emitting", sum.emitting(EmissionOptions.asInBeam().onlyChanged()));
  }

  private void addWithBadRecords() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    try (BadRecordErrorHandler<?> handler =
        pipeline.registerBadRecordErrorHandler(Window.<BadRecord>into(new GlobalWindows()))) {
      pipeline
          .apply("In", Create.of(KV.of("k", 1L)))
          .apply(NAME, asTransform(sum().withBadRecordErrorHandler(handler)));
    }
    forms.put("perKey, withBadRecordErrorHandler", pipeline);
  }

  private void addRetracting() {
    keyed("perKey, retractingFiredPanes", sum().retractingFiredPanes());
    keyed(
        "perKey, retractingFiredPanes, withLateOutput",
        sum().retractingFiredPanes().withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
  }

  private void addSeveral() {
    SlicedWindowAggregateMulti<String, Long, Long> several =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(new TupleTag<>() {}, TEN)
            .windowedBy(new TupleTag<>() {}, Window.into(new GlobalWindows()))
            .windowedBy(new TupleTag<>() {}, Window.into(FixedWindows.of(millis(20))));
    keyed("perKey, several windowedBy", several);
    keyed(
        "perKey, several windowedBy, withLateOutput, withFutureOutput",
        several
            .withLateOutput(new TupleTag<>() {})
            .withFutureOutput(millis(10), new TupleTag<>() {}));
  }

  private void addGlobally() {
    SlicedWindowAggregateGlobally<Long, Long> sum =
        SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
            .windowedBy(Window.into(FixedWindows.of(millis(10))));
    form("globally", Create.of(1L), sum);
    form(
        "globally, withLateOutput",
        Create.of(1L),
        sum.withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
  }

  private void addOrdered() {
    CountWindowAggregate<String, Long, Long> counted =
        CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).ofLast(4);
    keyed("CountWindowAggregate", counted);
    keyed(
        "CountWindowAggregate, withLateOutput",
        counted.withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
    OverAggregate<String, Long, Long> over =
        OverAggregate.<String, Long, Long>perKey(Sum.ofLongs()).rows(4);
    keyed("OverAggregate", over);
    keyed(
        "OverAggregate, withLateOutput",
        over.withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
  }

  private void addOfChanges() {
    ofChanges("Change.signedLongs", Change.signedLongs());
    ofChanges("Change.upserts", Change.upserts());
    ofChanges("Change.rows", Change.rows(FieldType.STRING, FieldType.INT64));
  }

  private static SlicedWindowAggregate<String, Long, Long> sum() {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(TEN);
  }

  private void keyed(String form, PTransform<PCollection<KV<String, Long>>, ?> transform) {
    form(form, Create.of(KV.of("k", 1L)), transform);
  }

  private void ofChanges(
      String form, PTransform<PCollection<KV<String, Change<Long>>>, ?> transform) {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply("Changes", sum().retractingFiredPanes())
        .apply(NAME, asTransform(transform));
    forms.put(form, pipeline);
  }

  private <T> void form(
      String form, Create.Values<T> input, PTransform<PCollection<T>, ?> transform) {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline.apply("In", input).apply(NAME, asTransform(transform));
    forms.put(form, pipeline);
  }

  /** All that a transform gives is an output. */
  @SuppressWarnings("unchecked")
  private static <T> PTransform<PCollection<T>, POutput> asTransform(
      PTransform<PCollection<T>, ?> transform) {
    return (PTransform<PCollection<T>, POutput>) transform;
  }
}
