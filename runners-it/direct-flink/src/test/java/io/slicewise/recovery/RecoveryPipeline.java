package io.slicewise.recovery;

import io.slicewise.beam.Change;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregateMulti;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.Scenario.Accumulation;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;
import io.slicewise.replay.Replay;
import io.slicewise.replay.ReplaySource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/** A case as a pipeline: a replay, the aggregation, and a {@link Sink}. */
record RecoveryPipeline(
    RecoveryCase recoveryCase, Scenario scenario, KillSchedule kills, Sink sink) {
  private static final int MAX_PARTIALS = 100;
  private static final int SHARDS = 3;
  private static final TupleTag<KV<String, LateElement<Long>>> LATE = new TupleTag<>("late");

  /** Adds the steps to {@code pipeline}. */
  void addTo(Pipeline pipeline, Replay replay) {
    PCollection<KV<String, Long>> events =
        pipeline.apply("Events", Read.from(ReplaySource.of(replay, Long.class, VarLongCoder.of())));
    SlicedWindowAggregate<String, Long, Long> sums =
        SlicedWindowAggregate.perKey(new KilledSumFn(kills));
    if (scenario.accumulation() == Accumulation.RETRACTING) {
      List<TupleTag<KV<String, Change<Long>>>> tags = tags();
      apply(events, tags, windowed(tags, sums.retractingFiredPanes()::windowedBy));
    } else {
      List<TupleTag<KV<String, Long>>> tags = tags();
      apply(events, tags, windowed(tags, sums::windowedBy));
    }
  }

  private <R> SlicedWindowAggregateMulti<String, Long, R> windowed(
      List<TupleTag<KV<String, R>>> tags,
      BiFunction<
              TupleTag<KV<String, R>>,
              Window<KV<String, Long>>,
              SlicedWindowAggregateMulti<String, Long, R>>
          first) {
    SlicedWindowAggregateMulti<String, Long, R> windowed = first.apply(tags.get(0), window(0));
    for (int i = 1; i < tags.size(); i++) {
      windowed = windowed.windowedBy(tags.get(i), window(i));
    }
    return windowed;
  }

  private <R> void apply(
      PCollection<KV<String, Long>> events,
      List<TupleTag<KV<String, R>>> tags,
      SlicedWindowAggregateMulti<String, Long, R> windowed) {
    SlicedWindowAggregateMulti<String, Long, R> aggregate =
        switch (recoveryCase.beforeShuffle()) {
          case NOTHING -> windowed.withoutPreAggregation();
          case BY_BUNDLE -> windowed.withPreAggregation(MAX_PARTIALS);
          case BY_SHARD -> windowed.withHotKeyFanout(SHARDS);
        };
    if (recoveryCase.hasLateElements()) {
      aggregate = aggregate.withLateOutput(LATE);
    }
    PCollectionTuple outputs = events.apply("Aggregate", aggregate);
    for (int i = 0; i < tags.size(); i++) {
      PCollection<KV<String, R>> panes = outputs.get(tags.get(i));
      PCollection<KV<String, R>> taken =
          panes.apply("Panes " + i, ParDo.of(sink.<R>paneFn(i, kills))).setCoder(panes.getCoder());
      if (scenario.accumulation() == Accumulation.DISCARDING) {
        addTotals(i, taken);
      }
    }
    if (recoveryCase.hasLateElements()) {
      outputs.get(LATE).apply("Late", ParDo.of(sink.lateFn())).setCoder(VoidCoder.of());
    }
  }

  /** What Beam's own combine makes of panes that hold what came since the last. */
  @SuppressWarnings("unchecked") // Without retractions the values are sums.
  private void addTotals(int index, PCollection<? extends KV<String, ?>> panes) {
    ((PCollection<KV<String, Long>>) panes)
        .apply(
            "Totals trigger " + index,
            Window.<KV<String, Long>>configure()
                .triggering(DefaultTrigger.of())
                .withAllowedLateness(Duration.ZERO)
                .discardingFiredPanes())
        .apply("Sum up " + index, Combine.perKey(Sum.ofLongs()))
        .apply("Totals " + index, ParDo.of(sink.totalFn(index)))
        .setCoder(VoidCoder.of());
  }

  private Window<KV<String, Long>> window(int index) {
    return ScenarioWindows.forBeam(scenario, scenario.windows().get(index));
  }

  private <R> List<TupleTag<KV<String, R>>> tags() {
    List<TupleTag<KV<String, R>>> tags = new ArrayList<>();
    for (int i = 0; i < scenario.windows().size(); i++) {
      tags.add(new TupleTag<>("panes" + i));
    }
    return tags;
  }
}
