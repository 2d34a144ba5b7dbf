package io.slicewise.hostile;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/** Takes down what comes out of an aggregation, as "key [start, end) value". */
final class Panes<K, O> extends DoFn<KV<K, O>, Void> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, Queue<String>> SEEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();

  private Panes() {}

  /** Those of {@code panes}, once its pipeline has run. */
  static <K, O> Panes<K, O> of(PCollection<KV<K, O>> panes) {
    Panes<K, O> seen = new Panes<>();
    SEEN.put(seen.id, new ConcurrentLinkedQueue<>());
    panes.apply("Panes of " + panes.getName(), ParDo.of(seen)).setCoder(VoidCoder.of());
    return seen;
  }

  /** A pane of a window as {@link #sorted} has it. */
  static String text(Object key, long startMillis, long endMillis, Object value) {
    return key + " [" + startMillis + ", " + endMillis + ") " + value;
  }

  @ProcessElement
  public void processElement(@Element KV<K, O> pane, BoundedWindow window) {
    String text =
        window instanceof IntervalWindow interval
            ? text(
                pane.getKey(),
                interval.start().getMillis(),
                interval.end().getMillis(),
                pane.getValue())
            : pane.getKey() + " " + pane.getValue();
    SEEN.get(id).add(text);
  }

  List<String> sorted() {
    return SEEN.get(id).stream().sorted().toList();
  }
}
