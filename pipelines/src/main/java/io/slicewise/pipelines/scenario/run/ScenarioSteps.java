package io.slicewise.pipelines.scenario.run;

import io.slicewise.beam.Change;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregateMulti;
import io.slicewise.beam.SlicedWindowAggregateRetracting;
import io.slicewise.beam.SlicedWindowMetrics;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.Scenario.Accumulation;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;

/**
 * The steps of one scenario in a pipeline, and what they put out. To be closed after the run.
 *
 * @param scenario the scenario
 * @param name what the names of its steps begin with, unlike those of any other in the pipeline
 */
record ScenarioSteps(Scenario scenario, String name, CapturedOutput output)
    implements AutoCloseable {

  static ScenarioSteps open(Scenario scenario, String name) {
    return new ScenarioSteps(scenario, name, CapturedOutput.open());
  }

  /** Adds the steps to {@code pipeline}, the events by {@code input}. */
  void addTo(Pipeline pipeline, EventInput input) {
    addTo(pipeline, input, Aggregate.of(scenario.aggregate(), scenario.valueType()));
  }

  private <V, O> void addTo(Pipeline pipeline, EventInput input, Aggregate<V, ?, O> aggregate) {
    PCollection<KV<String, V>> events = input.read(pipeline, name + "/Events", scenario, aggregate);
    SlicedWindowAggregate<String, V, O> panes = SlicedWindowAggregate.perKey(aggregate.combineFn());
    if (scenario.windows().size() > 1) {
      addSeveral(events, panes);
    } else {
      addOne(events, panes, scenario.windows().get(0));
    }
  }

  private <V, O> void addOne(
      PCollection<KV<String, V>> events,
      SlicedWindowAggregate<String, V, O> aggregate,
      WindowSpec spec) {
    SlicedWindowAggregate<String, V, O> panes =
        aggregate.windowedBy(ScenarioWindows.forBeam(scenario, spec));
    if (spec instanceof WindowSpec.StreamTime) {
      panes = panes.byStreamTime();
    }
    TupleTag<KV<String, LateElement<V>>> late = new TupleTag<>("late");
    if (scenario.accumulation() == Accumulation.RETRACTING) {
      TupleTag<KV<String, Change<O>>> changes = new TupleTag<>("changes");
      capture(
          events.apply(aggregateName(), panes.retractingFiredPanes().withLateOutput(changes, late)),
          List.of(changes),
          late);
    } else {
      TupleTag<KV<String, O>> values = new TupleTag<>("panes");
      capture(
          events.apply(aggregateName(), panes.withLateOutput(values, late)), List.of(values), late);
    }
  }

  private <V, O> void addSeveral(
      PCollection<KV<String, V>> events, SlicedWindowAggregate<String, V, O> aggregate) {
    if (scenario.accumulation() == Accumulation.RETRACTING) {
      SlicedWindowAggregateRetracting<String, V, O> retracting = aggregate.retractingFiredPanes();
      List<TupleTag<KV<String, Change<O>>>> tags = tags();
      applySeveral(
          events,
          retracting.windowedBy(tags.get(0), ScenarioWindows.forBeam(scenario, firstSpec())),
          tags);
    } else {
      List<TupleTag<KV<String, O>>> tags = tags();
      applySeveral(
          events,
          aggregate.windowedBy(tags.get(0), ScenarioWindows.forBeam(scenario, firstSpec())),
          tags);
    }
  }

  private <V, R> void applySeveral(
      PCollection<KV<String, V>> events,
      SlicedWindowAggregateMulti<String, V, R> first,
      List<TupleTag<KV<String, R>>> tags) {
    SlicedWindowAggregateMulti<String, V, R> several = first;
    for (int i = 1; i < tags.size(); i++) {
      several =
          several.windowedBy(
              tags.get(i), ScenarioWindows.forBeam(scenario, scenario.windows().get(i)));
    }
    TupleTag<KV<String, LateElement<V>>> late = new TupleTag<>("late");
    capture(events.apply(aggregateName(), several.withLateOutput(late)), tags, late);
  }

  private WindowSpec firstSpec() {
    return scenario.windows().get(0);
  }

  private <R> List<TupleTag<KV<String, R>>> tags() {
    List<TupleTag<KV<String, R>>> tags = new ArrayList<>();
    for (int i = 0; i < scenario.windows().size(); i++) {
      tags.add(new TupleTag<>("panes" + i));
    }
    return tags;
  }

  private <V, R> void capture(
      PCollectionTuple outputs,
      List<TupleTag<KV<String, R>>> panes,
      TupleTag<KV<String, LateElement<V>>> late) {
    for (int i = 0; i < panes.size(); i++) {
      outputs
          .get(panes.get(i))
          .apply(name + "/Capture panes " + i, ParDo.of(new CapturePaneFn<R>(output.runId(), i)));
    }
    outputs
        .get(late)
        .apply(name + "/Capture late elements", ParDo.of(new CaptureLateFn<V>(output.runId())));
  }

  /** What the steps have put out in {@code runs}. */
  ScenarioOutput outputOf(List<PipelineResult> runs) {
    return output.toScenarioOutput(runs.stream().mapToLong(this::droppedDueToLatenessIn).sum());
  }

  private long droppedDueToLatenessIn(PipelineResult run) {
    MetricsFilter droppedDueToLateness =
        MetricsFilter.builder()
            .addStep(aggregateName())
            .addNameFilter(
                MetricNameFilter.named(
                    SlicedWindowMetrics.NAMESPACE, SlicedWindowMetrics.DROPPED_DUE_TO_LATENESS))
            .build();
    long dropped = 0;
    for (MetricResult<Long> counter :
        run.metrics().queryMetrics(droppedDueToLateness).getCounters()) {
      // Not every runner knows what is committed; those that run each bundle once need not.
      Long committed = counter.getCommittedOrNull();
      dropped += committed != null ? committed : counter.getAttempted();
    }
    return dropped;
  }

  private String aggregateName() {
    return name + "/Aggregate";
  }

  @Override
  public void close() {
    output.close();
  }
}
