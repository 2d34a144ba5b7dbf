package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.beam.LateElement;
import io.slicewise.pipelines.demo.aggregate.PlainNumber;
import io.slicewise.pipelines.demo.replay.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Leaves each late event in a folder as a {@link LateLine}. */
public final class WriteLateEvents extends DoFn<KV<String, LateElement<Event>>, Void> {
  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "late";

  private final PartFile part;

  /** Leaves them in this folder. */
  public WriteLateEvents(Path folder) {
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
            late.watermark().getMillis(),
            late.expiry().getMillis(),
            late.value().line()));
  }

  /** Ends a bundle. */
  @FinishBundle
  public void finish() throws IOException {
    part.finish();
  }

  /** What all instances left. */
  public static List<LateLine> gather(Path folder) throws IOException {
    return PartFile.gather(folder, PREFIX, LateLine.class, LateLine.ORDER);
  }
}
