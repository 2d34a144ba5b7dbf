package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.beam.LateElement;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.demo.replay.ReplaySource;
import io.slicewise.pipelines.tally.PlainNumber;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Leaves each late event in a folder as a {@link LateLine}. The watermark there is the one of the
 * replay's rule: a runner may be told fewer of them, see {@link
 * io.slicewise.pipelines.demo.replay.WatermarkEdges}.
 */
public final class WriteLateEvents
    extends PTransform<PCollection<KV<String, LateElement<Event>>>, PCollection<Void>> {
  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "late";

  private final long boundMillis;
  private final transient PartsFolder folder;

  /**
   * Leaves them in a folder.
   *
   * @param boundMillis how far the watermark stays behind the newest event time
   */
  public WriteLateEvents(long boundMillis, PartsFolder folder) {
    this.boundMillis = boundMillis;
    this.folder = folder;
  }

  @Override
  public PCollection<Void> expand(PCollection<KV<String, LateElement<Event>>> late) {
    return late.apply("As lines", ParDo.of(new AsLineFn(boundMillis)))
        .apply("Of all windows", Window.into(new GlobalWindows()))
        .apply("Write", ParDo.of(folder.writer(PREFIX)));
  }

  private static final class AsLineFn
      extends DoFn<KV<String, LateElement<Event>>, KV<String, String>> {
    private static final long serialVersionUID = 1L;
    private final long boundMillis;

    AsLineFn(long boundMillis) {
      this.boundMillis = boundMillis;
    }

    @ProcessElement
    public void process(
        @Element KV<String, LateElement<Event>> element, OutputReceiver<KV<String, String>> lines) {
      LateElement<Event> late = element.getValue();
      Map<String, JsonNode> numbers = new TreeMap<>();
      late.value()
          .numbers()
          .forEach((field, number) -> numbers.put(field, PlainNumber.node(number)));
      LateLine line =
          new LateLine(
              element.getKey(),
              numbers,
              late.timestamp().getMillis(),
              ReplaySource.watermarkMillis(late.value().newestMillis(), boundMillis),
              late.expiry().getMillis(),
              late.value().line());
      lines.output(KV.of(element.getKey(), JsonLines.write(line)));
    }
  }

  /** Removes the late events of an earlier run. */
  public static void clear(Path folder) throws IOException {
    Parts.clear(folder, PREFIX);
  }

  /** The late events in a folder, each once, by line. */
  public static List<LateLine> gather(Path folder) throws IOException {
    return Parts.gather(folder, PREFIX).stream()
        .map(line -> JsonLines.read(line, LateLine.class))
        .sorted(LateLine.ORDER)
        .toList();
  }
}
