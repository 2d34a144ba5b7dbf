package io.slicewise.upgrade;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.TrailingWindows;
import io.slicewise.beam.ZonedCalendarWindows;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;

/** The job with the savepoint: a transform of each kind of state. Their names must stay. */
final class PhasePipeline {
  private final PCollection<KV<String, Long>> input;

  private PhasePipeline(PCollection<KV<String, Long>> input) {
    this.input = input;
  }

  static Pipeline create(PhaseOptions options) {
    Pipeline pipeline = Pipeline.create(options);
    PCollection<KV<String, Long>> input = pipeline.apply("Phases", Read.from(new PhaseSource()));
    input
        .apply(Values.create())
        .apply("One key", WithKeys.<String, Long>of("all").withKeyType(TypeDescriptors.strings()))
        .apply("Watermarks", ParDo.of(new PhaseFns.WatermarkFn()));
    new PhasePipeline(input).applyAll();
    return pipeline;
  }

  private void applyAll() {
    panes(
        "Early",
        sum()
            .windowedBy(
                sliding(60, 20)
                    .triggering(
                        AfterWatermark.pastEndOfWindow()
                            .withEarlyFirings(AfterPane.elementCountAtLeast(3))
                            .withLateFirings(AfterPane.elementCountAtLeast(1)))
                    .withAllowedLateness(millis(50))
                    .accumulatingFiredPanes()));
    panes(
        "Discarding",
        sum().windowedBy(sliding(70, 30).withAllowedLateness(millis(200)).discardingFiredPanes()));
    panes(
        "Retracting",
        sum().windowedBy(sliding(70, 30).withAllowedLateness(millis(200))).retractingFiredPanes());
    panes(
        "Sessions",
        sum()
            .windowedBy(
                Window.<KV<String, Long>>into(Sessions.withGapDuration(millis(9)))
                    .withAllowedLateness(millis(50))
                    .accumulatingFiredPanes()));
    panes("Many slices", sum().windowedBy(sliding(150, 1).withAllowedLateness(Duration.ZERO)));
    panes("Trailing", sum().windowedBy(Window.into(TrailingWindows.of(millis(30)))));
    panes(
        "Days",
        sum().windowedBy(Window.into(ZonedCalendarWindows.days(1, java.time.ZoneOffset.UTC))));
    panes("Hot keys", sum().windowedBy(sliding(60, 20)).withHotKeyFanout(2));
    panes("Counted", CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).ofLast(5));
    panes("Stream time", sum().windowedBy(Window.into(FixedWindows.of(millis(40)))).byStreamTime());
  }

  private static SlicedWindowAggregate<String, Long, Long> sum() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  private static Window<KV<String, Long>> sliding(long size, long period) {
    return Window.into(SlidingWindows.of(millis(size)).every(millis(period)));
  }

  private <T> void panes(
      String name,
      PTransform<PCollection<KV<String, Long>>, PCollection<KV<String, T>>> transform) {
    input.apply(name, transform).apply("Panes of " + name, ParDo.of(new PhaseFns.PaneFn<T>(name)));
  }
}
