package io.slicewise.pipelines.demo.panes;

import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.demo.aggregate.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** Leaves each pane in a folder as a {@link PaneLine}. */
public final class WritePanes extends DoFn<KV<String, Tally>, Void> {
  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "panes";

  private final Aggregate aggregate;
  private final PartFile part;

  /** Shows this of a tally. */
  public WritePanes(Aggregate aggregate, Path folder) {
    this.aggregate = aggregate;
    this.part = new PartFile(folder, PREFIX);
  }

  /** Begins a bundle. */
  @StartBundle
  public void start() {
    part.start();
  }

  /** Takes a pane. */
  @ProcessElement
  public void process(
      @Element KV<String, Tally> element,
      @Timestamp Instant timestamp,
      BoundedWindow window,
      PaneInfo pane) {
    IntervalWindow interval = (IntervalWindow) window;
    part.add(
        new PaneLine(
            element.getKey(),
            List.of(interval.start().getMillis(), interval.end().getMillis()),
            aggregate.valueOf(element.getValue()),
            PaneLine.Timing.valueOf(pane.getTiming().name()),
            pane.getIndex(),
            pane.getNonSpeculativeIndex(),
            pane.isFirst(),
            pane.isLast(),
            timestamp.getMillis()));
  }

  /** Ends a bundle. */
  @FinishBundle
  public void finish() throws IOException {
    part.finish();
  }

  /** Removes what instances of an earlier run left. */
  public static void clear(Path folder) throws IOException {
    PartFile.clear(folder, PREFIX);
  }

  /** What all instances left. */
  public static List<PaneLine> gather(Path folder) throws IOException {
    return PartFile.gather(folder, PREFIX, PaneLine.class, PaneLine.ORDER);
  }
}
