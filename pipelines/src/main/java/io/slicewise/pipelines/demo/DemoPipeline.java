package io.slicewise.pipelines.demo;

import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.demo.panes.PartsFolder;
import io.slicewise.pipelines.demo.panes.WriteLateEvents;
import io.slicewise.pipelines.demo.panes.WritePanes;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.demo.replay.ReplaySource;
import io.slicewise.pipelines.tally.Tally;
import io.slicewise.pipelines.tally.TallyFn;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;

/**
 * Replayed events, per key, in sliding windows that give early, on-time and late panes; events that
 * are too late for every window go to an output of their own.
 */
final class DemoPipeline {
  private DemoPipeline() {}

  /**
   * Adds the steps to a pipeline.
   *
   * @param replay the events
   * @param folder where panes and late events are left, see {@link WritePanes#gather}
   */
  static void build(
      Pipeline pipeline,
      ReplaySource replay,
      WindowSettings windows,
      Aggregate aggregate,
      PartsFolder folder) {
    TupleTag<KV<String, Tally>> panes = new TupleTag<>("panes");
    TupleTag<KV<String, LateElement<Event>>> late = new TupleTag<>("late");
    PCollectionTuple aggregated =
        pipeline
            .apply("Replay", Read.from(replay))
            .apply("By key", WithKeys.of(Event::key).withKeyType(TypeDescriptors.strings()))
            .apply(
                "Aggregate",
                SlicedWindowAggregate.<String, Event, Tally>perKey(new TallyFn<>())
                    .windowedBy(sliding(windows))
                    .withLateOutput(panes, late));
    aggregated.get(panes).apply("Write panes", new WritePanes(aggregate, folder));
    aggregated
        .get(late)
        .apply("Write late events", new WriteLateEvents(windows.boundMillis(), folder));
  }

  private static Window<KV<String, Event>> sliding(WindowSettings windows) {
    return Window.<KV<String, Event>>into(
            SlidingWindows.of(Duration.millis(windows.sizeMillis()))
                .every(Duration.millis(windows.periodMillis())))
        .triggering(
            AfterWatermark.pastEndOfWindow()
                .withEarlyFirings(
                    AfterPane.elementCountAtLeast(WindowSettings.EVENTS_PER_EARLY_PANE))
                .withLateFirings(AfterPane.elementCountAtLeast(1)))
        .withAllowedLateness(Duration.millis(windows.latenessMillis()))
        .accumulatingFiredPanes();
  }
}
