package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.beam.LateElement;
import io.slicewise.pipelines.demo.aggregate.PlainNumber;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.demo.replay.ReplaySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Leaves each late event in a folder as a {@link LateLine}. The watermark there is the one of the
 * replay's rule: a runner may be told fewer of them, see {@link
 * io.slicewise.pipelines.demo.replay.WatermarkEdges}.
 */
public final class WriteLateEvents extends DoFn<KV<String, LateElement<Event>>, Void> {
  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "late";

  private final long boundMillis;
  private final PartFile part;

  /**
   * Leaves them in a folder.
   *
   * @param boundMillis how far the watermark stays behind the newest event time
   */
  public WriteLateEvents(long boundMillis, Path folder) {
    this.boundMillis = boundMillis;
    this.part = new PartFile(folder, PREFIX);
  }

  /** Begins a bundle. */
  @StartBundle
  public void start() {
    part.start();
  }

  /** Takes a late event. */
  @ProcessElement
  public void process(@Element KV<String, LateElement<Event>> element) {
    LateElement<Event> late = element.getValue();
    Map<String, JsonNode> numbers = new TreeMap<>();
    late.value().numbers().forEach((field, number) -> numbers.put(field, PlainNumber.node(number)));
    part.add(
        new LateLine(
            element.getKey(),
            numbers,
            late.timestamp().getMillis(),
            ReplaySource.watermarkMillis(late.value().newestMillis(), boundMillis),
            late.expiry().getMillis(),
            late.value().line()));
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
  public static List<LateLine> gather(Path folder) throws IOException {
    return PartFile.gather(folder, PREFIX, LateLine.class, LateLine.ORDER);
  }
}
