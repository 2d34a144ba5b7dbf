package io.slicewise.beam;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.DoFn;
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
   * @param strategy what the panes are in
   * @param resultCoder the coder of the panes, if one is known
   * @param lateCoder the coder of the late elements, which are those of {@code input} as they came
   * @return the panes, under the first tag of panes, and the side outputs that {@code doFn} has
   */
  static <K, V, E, R> PCollectionTuple aggregate(
      PCollection<KV<K, E>> input,
      WindowingStrategy<?, ?> strategy,
      SliceDoFn<K, E, ?, R> doFn,
      Optional<KvCoder<K, R>> resultCoder,
      Coder<KV<K, LateElement<V>>> lateCoder) {
    TupleTag<KV<K, R>> panesTag = SlicedAggregation.panesTag(0);
    TupleTag<KV<K, LateElement<V>>> lateTag = SideOutputs.lateTag();
    TupleTag<KV<K, E>> futureTag = SideOutputs.futureTag();
    PCollectionTuple outputs =
        input.apply(
            "Aggregate slices",
            ParDo.of(doFn).withOutputTags(panesTag, TupleTagList.of(doFn.sideOutputs().tags())));
    // Flink in batch mode wants all outputs of a step in the same kind of windows.
    outputs.getAll().values().forEach(output -> output.setWindowingStrategyInternal(strategy));
    PCollection<KV<K, R>> panes = outputs.get(panesTag);
    resultCoder.ifPresent(panes::setCoder);
    PCollectionTuple results = PCollectionTuple.of(panesTag, panes);
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

  /**
   * Gives the panes of each window specification a collection of their own.
   *
   * @param panes in windows of {@link #emittedStrategy}
   * @param strategies what the panes of each specification are to be in
   * @return the panes, each under its tag of panes
   */
  static <K, R> PCollectionTuple separate(
      PCollection<KV<K, KV<Integer, R>>> panes,
      List<WindowingStrategy<?, ?>> strategies,
      KvCoder<K, R> resultCoder) {
    WindowingStrategy<?, ?> emitted = emittedStrategy(strategies);
    List<TupleTag<KV<K, R>>> tags = new ArrayList<>();
    for (int i = 0; i < strategies.size(); i++) {
      tags.add(SlicedAggregation.panesTag(i));
    }
    PCollectionTuple separated =
        panes.apply(
            "Separate panes",
            ParDo.of(new SeparatePanes<>(tags))
                .withOutputTags(
                    tags.get(0), TupleTagList.of(new ArrayList<>(tags.subList(1, tags.size())))));
    PCollectionTuple results = PCollectionTuple.empty(panes.getPipeline());
    for (int i = 0; i < strategies.size(); i++) {
      PCollection<KV<K, R>> ofSpec = separated.get(tags.get(i)).setCoder(resultCoder);
      if (isGlobal(strategies.get(i)) && !isGlobal(emitted)) {
        ofSpec =
            ofSpec
                .apply("Panes into global window " + (i + 1), ParDo.of(new IntoGlobalWindowFn<>()))
                .setCoder(resultCoder);
      }
      results = results.and(tags.get(i), ofSpec.setWindowingStrategyInternal(strategies.get(i)));
    }
    return results;
  }

  /** Whether panes are emitted in the global window: if there is no other. */
  static boolean emitsInGlobalWindow(List<WindowingStrategy<?, ?>> strategies) {
    return isGlobal(emittedStrategy(strategies));
  }

  /** What panes are emitted in: that of the first specification but the global window, if any. */
  static WindowingStrategy<?, ?> emittedStrategy(List<WindowingStrategy<?, ?>> strategies) {
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

  /** Does what {@code Window.into} does, which on Spark forgets what is known of the pane. */
  private static final class IntoGlobalWindowFn<T> extends DoFn<T, T> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(ProcessContext context) {
      context.outputWindowedValue(
          context.element(),
          context.timestamp(),
          Collections.singletonList(GlobalWindow.INSTANCE),
          context.pane());
    }
  }
}
