package io.slicewise.beam;

import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/** Gives each pane to the output of the window specification whose number it has. */
final class SeparatePanes<K, R> extends DoFn<KV<K, KV<Integer, R>>, KV<K, R>> {
  private static final long serialVersionUID = 1L;

  /** The output of each window specification. */
  private final List<TupleTag<KV<K, R>>> tags;

  SeparatePanes(List<TupleTag<KV<K, R>>> tags) {
    this.tags = List.copyOf(tags);
  }

  /** Passes a pane on, in its window and with its pane info. */
  @ProcessElement
  public void processElement(@Element KV<K, KV<Integer, R>> pane, MultiOutputReceiver outputs) {
    KV<Integer, R> numbered = pane.getValue();
    outputs.get(tags.get(numbered.getKey())).output(KV.of(pane.getKey(), numbered.getValue()));
  }
}
