package io.slicewise.pipelines.demo.panes;

import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.tally.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Instant;

/** Leaves each pane in a folder as a {@link PaneLine}. */
public final class WritePanes
    extends PTransform<PCollection<KV<String, Tally>>, PCollection<Void>> {
  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "panes";

  private final Aggregate aggregate;
  private final transient PartsFolder folder;

  /** Shows this of a tally. */
  public WritePanes(Aggregate aggregate, PartsFolder folder) {
    this.aggregate = aggregate;
    this.folder = folder;
  }

  @Override
  public PCollection<Void> expand(PCollection<KV<String, Tally>> panes) {
    return panes
        .apply("As lines", ParDo.of(new AsLineFn(aggregate)))
        .apply("Of all windows", Window.into(new GlobalWindows()))
        .apply("Write", ParDo.of(folder.writer(PREFIX)));
  }

  private static final class AsLineFn extends DoFn<KV<String, Tally>, KV<String, String>> {
    private static final long serialVersionUID = 1L;
    private final Aggregate aggregate;

    AsLineFn(Aggregate aggregate) {
      this.aggregate = aggregate;
    }

    @ProcessElement
    public void process(
        @Element KV<String, Tally> element,
        @Timestamp Instant timestamp,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<KV<String, String>> lines) {
      IntervalWindow interval = (IntervalWindow) window;
      PaneLine line =
          new PaneLine(
              element.getKey(),
              List.of(interval.start().getMillis(), interval.end().getMillis()),
              aggregate.valueOf(element.getValue()),
              PaneLine.Timing.valueOf(pane.getTiming().name()),
              pane.getIndex(),
              pane.getNonSpeculativeIndex(),
              pane.isFirst(),
              pane.isLast(),
              timestamp.getMillis());
      lines.output(KV.of(element.getKey(), JsonLines.write(line)));
    }
  }

  /** Removes the panes of an earlier run. */
  public static void clear(Path folder) throws IOException {
    Parts.clear(folder, PREFIX);
  }

  /** The panes in a folder, each once, by key, window and index. */
  public static List<PaneLine> gather(Path folder) throws IOException {
    return Parts.gather(folder, PREFIX).stream()
        .map(line -> JsonLines.read(line, PaneLine.class))
        .sorted(PaneLine.ORDER)
        .toList();
  }
}
