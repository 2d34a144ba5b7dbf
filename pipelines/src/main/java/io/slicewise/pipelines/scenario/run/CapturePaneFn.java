package io.slicewise.pipelines.scenario.run;

import io.slicewise.beam.Change;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.aggregate.PaneValues;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/**
 * Adds each result, with its window and pane, to the {@link CapturedOutput} of the run.
 *
 * @param <R> the type of the results, which may be {@link Change}s
 */
final class CapturePaneFn<R> extends DoFn<KV<String, R>, Void> {
  private static final long serialVersionUID = 1L;
  private static final TimeWindow ALL_TIME =
      new TimeWindow(TimeBounds.MIN_TIMESTAMP, TimeBounds.LAST_WINDOW_INSTANT + 1);

  private final String runId;
  private final int windowSpec;

  CapturePaneFn(String runId, int windowSpec) {
    this.runId = runId;
    this.windowSpec = windowSpec;
  }

  @ProcessElement
  public void process(
      @Element KV<String, R> result,
      @Timestamp Instant timestamp,
      BoundedWindow window,
      PaneInfo pane) {
    Change<?> change =
        result.getValue() instanceof Change<?> already
            ? already
            : new Change<>(result.getValue(), Change.Kind.PANE);
    CapturedOutput.of(runId)
        .add(
            new Pane(
                result.getKey(),
                windowSpec,
                intervalOf(window),
                PaneValues.of(change.value()),
                timingOf(pane),
                pane.getIndex(),
                pane.getNonSpeculativeIndex(),
                pane.isFirst(),
                pane.isLast(),
                timestamp.getMillis(),
                change.isRetraction()));
  }

  private static TimeWindow intervalOf(BoundedWindow window) {
    return window instanceof IntervalWindow interval
        ? new TimeWindow(interval.start().getMillis(), interval.end().getMillis())
        : ALL_TIME;
  }

  private static PaneTiming timingOf(PaneInfo pane) {
    return switch (pane.getTiming()) {
      case EARLY -> PaneTiming.EARLY;
      case ON_TIME -> PaneTiming.ON_TIME;
      case LATE -> PaneTiming.LATE;
      case UNKNOWN ->
          throw new IllegalStateException("A pane must have a timing but was " + pane + ".");
    };
  }
}
