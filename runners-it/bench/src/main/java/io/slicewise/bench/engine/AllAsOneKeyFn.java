package io.slicewise.bench.engine;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Brings all elements together under the key 0. */
final class AllAsOneKeyFn<T> extends DoFn<T, KV<Long, T>> {
  private static final long serialVersionUID = 1L;

  @ProcessElement
  public void processElement(@Element T element, OutputReceiver<KV<Long, T>> output) {
    output.output(KV.of(0L, element));
  }
}
