package io.slicewise.conformance;

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
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Instant;

/** The elements of a collection as texts, once its pipeline has run in this process. */
final class Collected<T> extends DoFn<T, Void> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, Queue<String>> TEXTS = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();

  private Collected() {
    TEXTS.put(id, new ConcurrentLinkedQueue<>());
  }

  static <T> Collected<T> of(String name, PCollection<T> collection) {
    Collected<T> collected = new Collected<>();
    collection.apply("Collect " + name, ParDo.of(collected)).setCoder(VoidCoder.of());
    return collected;
  }

  @ProcessElement
  public void processElement(
      @Element T element, @Timestamp Instant timestamp, BoundedWindow window, PaneInfo pane) {
    TEXTS.get(id).add(text(element, timestamp.getMillis(), window, pane));
  }

  /** What is collected of an element. */
  static String text(Object element, long timestamp, BoundedWindow window, PaneInfo pane) {
    String interval =
        window instanceof IntervalWindow part
            ? "[%s, %s)".formatted(part.start().getMillis(), part.end().getMillis())
            : "all of time";
    return "%s in %s at %s, %s".formatted(element, interval, timestamp, pane);
  }

  /** All of them, sorted. */
  List<String> sorted() {
    return TEXTS.get(id).stream().sorted().toList();
  }
}
