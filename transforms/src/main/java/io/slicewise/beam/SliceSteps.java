package io.slicewise.beam;

import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.WindowingStrategy;

/** The steps that an aggregation adds to a pipeline. */
final class SliceSteps {
  private SliceSteps() {}

  /**
   * Applies {@code doFn} to {@code input}.
   *
   * @param resultStrategy the windows of the outputs
   * @param resultCoder the coder of the panes, if one is known
   * @return the panes, and the late elements if {@code doFn} gives them
   */
  static <K, V, R> PCollectionTuple aggregate(
      PCollection<KV<K, V>> input,
      WindowingStrategy<?, ?> resultStrategy,
      SliceDoFn<K, V, ?, ?, R> doFn,
      Optional<KvCoder<K, R>> resultCoder,
      Coder<KV<K, LateElement<V>>> lateCoder) {
    TupleTag<KV<K, R>> panesTag = SlicedWindowAggregate.panesTag();
    TupleTag<KV<K, LateElement<V>>> lateTag = SlicedWindowAggregate.lateTag();
    TupleTagList lateTags = doFn.hasLateOutput() ? TupleTagList.of(lateTag) : TupleTagList.empty();
    PCollectionTuple outputs =
        input
            // State is kept per key and window: only in one window can windows share slices.
            .apply("Into global window", intoGlobalWindow())
            .apply("Aggregate slices", ParDo.of(doFn).withOutputTags(panesTag, lateTags));
    PCollection<KV<K, R>> panes = outputs.get(panesTag);
    panes.setWindowingStrategyInternal(resultStrategy);
    resultCoder.ifPresent(panes::setCoder);
    if (!doFn.hasLateOutput()) {
      return PCollectionTuple.of(panesTag, panes);
    }
    // Flink in batch mode wants all outputs of a step in the same windows.
    PCollection<KV<K, LateElement<V>>> late = outputs.get(lateTag);
    late.setWindowingStrategyInternal(resultStrategy).setCoder(lateCoder);
    return PCollectionTuple.of(panesTag, panes)
        .and(lateTag, late.apply("Late into global window", intoGlobalWindow()));
  }

  private static <T> Window<T> intoGlobalWindow() {
    return Window.<T>into(new GlobalWindows())
        .triggering(DefaultTrigger.of())
        .discardingFiredPanes();
  }
}
