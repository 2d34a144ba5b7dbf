package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.engine.KeyTraffic.Layout;
import io.slicewise.core.engine.KeyWork.Storage;
import java.io.PrintStream;

/**
 * Prints what elements and panes cost in calls of the aggregate function, which no clock can blur,
 * how large the state of a key is, and how much of it a backend that serializes moves.
 *
 * <pre>{@code
 * mvn -B -Pbench -pl transforms verify -Dslicewise.bench=io.slicewise.core.engine.WorkTable
 * }</pre>
 *
 * <p>Copies are accumulators decoded. The columns "as bytes" are of a backend that saves and
 * restores the state at each event.
 */
public final class WorkTable {
  private static final int[] RATIOS = {1, 5, 12, 60, 120, 600, 1440};

  private static final int PANES = 100;

  private WorkTable() {}

  /** Prints the table. */
  public static void main(String[] args) {
    PrintStream out = System.out;
    out.println(
        "| size / period | aggregation | merges / pane | copies / pane | encoded / pane |"
            + " as bytes: copies / element | encoded / element | copies / pane | encoded / pane |"
            + " state, bytes |");
    out.println("|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (int ratio : RATIOS) {
      for (LongAggregation aggregation : LongAggregation.values()) {
        out.println(row(ratio, aggregation));
      }
    }
    out.println();
    out.println(
        "| size / period | aggregation | bytes read and written for an element: one value |"
            + " hot and cold | hot and paged cold |");
    out.println("|--:|---|--:|--:|--:|");
    for (int ratio : RATIOS) {
      for (LongAggregation aggregation : LongAggregation.values()) {
        out.println(trafficRow(ratio, aggregation));
      }
    }
  }

  private static String trafficRow(int ratio, LongAggregation aggregation) {
    StringBuilder row = new StringBuilder("| %,d | %s |".formatted(ratio, aggregation));
    for (Layout layout : Layout.values()) {
      KeyTraffic<Object> key =
          new KeyTraffic<>(ratio, aggregation.function(), layout, SteadyKey.ELEMENTS_PER_SLICE);
      row.append(" %,.0f |".formatted(key.bytesPerElement(ratio)));
    }
    return row.toString();
  }

  private static String row(int ratio, LongAggregation aggregation) {
    KeyWork objects = KeyWork.of(ratio, aggregation, Storage.OBJECTS, Math.max(ratio, PANES));
    KeyWork bytes = KeyWork.of(ratio, aggregation, Storage.BYTES, PANES);
    return "| %,d | %s | %.1f | %.1f | %.1f | %.2f | %.2f | %.1f | %.1f | %,d |"
        .formatted(
            ratio,
            aggregation,
            objects.mergesPerPane(),
            objects.perPane(objects.ofPanes().decoded()),
            objects.perPane(objects.ofPanes().encoded()),
            bytes.perElement(bytes.ofElements().decoded()),
            bytes.perElement(bytes.ofElements().encoded()),
            bytes.perPane(bytes.ofPanes().decoded()),
            bytes.perPane(bytes.ofPanes().encoded()),
            bytes.stateBytes());
  }
}
