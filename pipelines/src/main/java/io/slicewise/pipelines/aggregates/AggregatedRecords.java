package io.slicewise.pipelines.aggregates;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/** What {@link AggregateRecords} gives. */
public final class AggregatedRecords implements POutput {
  private final PCollectionList<Row> results;
  private final PCollection<RejectedRecord> late;
  private final PCollection<RejectedRecord> unreadable;

  AggregatedRecords(
      PCollectionList<Row> results,
      PCollection<RejectedRecord> late,
      PCollection<RejectedRecord> unreadable) {
    this.results = results;
    this.late = late;
    this.unreadable = unreadable;
  }

  /**
   * The results of each size, in the order of {@code --size}: rows of {@link
   * AggregationSettings#resultSchema}, each in its window and with its {@code PaneInfo}.
   */
  public PCollectionList<Row> results() {
    return results;
  }

  /**
   * The results of all sizes, in the global window, for sinks that find all they need in the rows;
   * what comes after may have one pane for each. The rows keep their timestamps.
   */
  public PCollection<Row> allResults() {
    PCollectionList<Row> inGlobalWindow = PCollectionList.empty(getPipeline());
    for (int i = 0; i < results.size(); i++) {
      inGlobalWindow =
          inGlobalWindow.and(
              results
                  .get(i)
                  .apply("Of all windows" + (i == 0 ? "" : " " + (i + 1)), inGlobalWindow()));
    }
    return results.size() == 1
        ? inGlobalWindow.get(0)
        : inGlobalWindow.apply("Of all sizes", Flatten.pCollections());
  }

  private static Window<Row> inGlobalWindow() {
    return Window.into(new GlobalWindows());
  }

  /** Records that came after all their windows had expired, in the global window. */
  public PCollection<RejectedRecord> late() {
    return late;
  }

  /** Records that cannot be read, with the timestamps of the input. */
  public PCollection<RejectedRecord> unreadable() {
    return unreadable;
  }

  @Override
  public Pipeline getPipeline() {
    return late.getPipeline();
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    Map<TupleTag<?>, PValue> outputs = new LinkedHashMap<>(results.expand());
    outputs.putAll(late.expand());
    outputs.putAll(unreadable.expand());
    return outputs;
  }

  @Override
  public void finishSpecifyingOutput(
      String transformName, PInput input, PTransform<?, ?> transform) {}
}
