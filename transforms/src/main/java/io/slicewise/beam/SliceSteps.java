package io.slicewise.beam;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
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

  /** State is kept per key and window: only in one window can windows share slices. */
  static <T> PCollection<T> inGlobalWindow(PCollection<T> input) {
    return input.apply("Into global window", intoGlobalWindow());
  }

  /**
   * Applies {@code doFn} to {@code input}, which is in the global window.
   *
   * @param strategies what the outputs of panes are in
   * @param resultCoder the coder of the panes, if one is known
   * @param lateCoder the coder of the late elements, which are those of {@code input} as they came
   * @return the panes, and the side outputs that {@code doFn} has, under its tags
   */
  static <K, V, E, R> PCollectionTuple aggregate(
      PCollection<KV<K, E>> input,
      List<WindowingStrategy<?, ?>> strategies,
      SliceDoFn<K, E, ?, R> doFn,
      Optional<KvCoder<K, R>> resultCoder,
      Coder<KV<K, LateElement<V>>> lateCoder) {
    TupleTag<KV<K, LateElement<V>>> lateTag = SideOutputs.lateTag();
    TupleTag<KV<K, E>> futureTag = SideOutputs.futureTag();
    List<TupleTag<?>> furtherTags =
        new ArrayList<>(doFn.paneTags().subList(1, doFn.paneTags().size()));
    if (doFn.sideOutputs().late()) {
      furtherTags.add(lateTag);
    }
    if (doFn.sideOutputs().future()) {
      furtherTags.add(futureTag);
    }
    PCollectionTuple outputs =
        input.apply(
            "Aggregate slices",
            ParDo.of(doFn).withOutputTags(doFn.paneTags().get(0), TupleTagList.of(furtherTags)));
    // Flink in batch mode wants all outputs of a step in the same kind of windows.
    WindowingStrategy<?, ?> emitted = emittedStrategy(strategies);
    outputs.getAll().values().forEach(output -> output.setWindowingStrategyInternal(emitted));
    PCollectionTuple results = PCollectionTuple.empty(input.getPipeline());
    for (int i = 0; i < strategies.size(); i++) {
      TupleTag<KV<K, R>> tag = doFn.paneTags().get(i);
      PCollection<KV<K, R>> panes = outputs.get(tag);
      resultCoder.ifPresent(panes::setCoder);
      WindowingStrategy<?, ?> strategy = strategies.get(i);
      if (isGlobal(strategy) && !isGlobal(emitted)) {
        panes = panes.apply("Panes into global window " + (i + 1), intoGlobalWindow());
      }
      results = results.and(tag, panes.setWindowingStrategyInternal(strategy));
    }
    if (doFn.sideOutputs().late()) {
      PCollection<KV<K, LateElement<V>>> late = outputs.get(lateTag).setCoder(lateCoder);
      results = results.and(lateTag, late.apply("Late into global window", intoGlobalWindow()));
    }
    if (doFn.sideOutputs().future()) {
      PCollection<KV<K, E>> future = outputs.get(futureTag).setCoder(input.getCoder());
      results =
          results.and(futureTag, future.apply("Future into global window", intoGlobalWindow()));
    }
    return results;
  }

  /** Whether panes are emitted in the global window: if there is no other. */
  static boolean emitsInGlobalWindow(List<WindowingStrategy<?, ?>> strategies) {
    return isGlobal(emittedStrategy(strategies));
  }

  private static WindowingStrategy<?, ?> emittedStrategy(List<WindowingStrategy<?, ?>> strategies) {
    return strategies.stream()
        .filter(strategy -> !isGlobal(strategy))
        .findFirst()
        .orElse(strategies.get(0));
  }

  private static boolean isGlobal(WindowingStrategy<?, ?> strategy) {
    return strategy.getWindowFn().windowCoder().equals(GlobalWindow.Coder.INSTANCE);
  }

  private static <T> Window<T> intoGlobalWindow() {
    return Window.<T>into(new GlobalWindows())
        .triggering(DefaultTrigger.of())
        .discardingFiredPanes();
  }
}
