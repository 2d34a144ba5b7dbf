package io.slicewise.beam;

import io.slicewise.core.window.SliceEdges;
import java.util.function.BiConsumer;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Aggregates the elements of a bundle that share a key and a slice, so that fewer are shuffled.
 * What comes out has the earliest timestamp of its elements, which holds the watermark as they
 * would. Elements pass as they are for a while where this wins little.
 */
final class PreAggregate<K, V, A> extends DoFn<KV<K, V>, KV<K, RawOrPartial<V>>> {
  private static final long serialVersionUID = 1L;

  private final SliceEdges edges;
  private final CombineFnAggregate<V, A, ?> function;
  private final Coder<K> keyCoder;
  private final int maxPartials;

  private transient PartialBuffer<K, V, A> buffer;
  private transient ReductionProbe probe;

  /**
   * Aggregates with {@code function}.
   *
   * @param maxPartials how many partial aggregates may be held at once, one or more
   */
  PreAggregate(
      SliceEdges edges, CombineFnAggregate<V, A, ?> function, Coder<K> keyCoder, int maxPartials) {
    this.edges = edges;
    this.function = function;
    this.keyCoder = keyCoder;
    this.maxPartials = maxPartials;
  }

  /** Makes what is not serialized. */
  @Setup
  public void setup() {
    buffer = new PartialBuffer<>(keyCoder, function, maxPartials);
    probe = new ReductionProbe();
  }

  /** Forgets what a bundle that failed has left. */
  @StartBundle
  public void startBundle() {
    buffer.clear();
  }

  /** Keeps an element, or passes it on. */
  @ProcessElement
  public void processElement(ProcessContext context) {
    KV<K, V> element = context.element();
    if (probe.passes()) {
      context.output(KV.of(element.getKey(), new RawOrPartial.Raw<>(element.getValue())));
      return;
    }
    long timestamp = context.timestamp().getMillis();
    buffer.add(element.getKey(), edges.firstInstantOf(timestamp), element.getValue(), timestamp);
    if (buffer.isFull()) {
      flush(context::outputWithTimestamp);
    }
  }

  /** Gives what is left. */
  @FinishBundle
  public void finishBundle(FinishBundleContext context) {
    flush((partial, timestamp) -> context.output(partial, timestamp, GlobalWindow.INSTANCE));
  }

  private void flush(BiConsumer<KV<K, RawOrPartial<V>>, Instant> output) {
    probe.reduced(buffer.elements(), buffer.partials());
    buffer.flush(output);
  }

  /** A partial may be earlier than the element that fills the buffer, by any length of time. */
  @Override
  @SuppressWarnings("deprecation") // There is no replacement yet, and every runner honours it.
  public Duration getAllowedTimestampSkew() {
    return Duration.millis(Long.MAX_VALUE);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder.add(DisplayData.item("maxPartials", maxPartials).withLabel("Partial Aggregates"));
  }
}
