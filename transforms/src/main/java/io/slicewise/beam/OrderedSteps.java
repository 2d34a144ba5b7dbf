package io.slicewise.beam;

import io.slicewise.core.window.Windows;
import java.util.Objects;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFnBase.GlobalCombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;

/** What the transforms that take elements in order have in common. */
final class OrderedSteps {
  private OrderedSteps() {}

  static <V, O> CombineFn<? super V, ?, O> withoutContext(
      GlobalCombineFn<? super V, ?, O> combineFn) {
    return SlicedAggregation.<Void, V, O>of("perKey", combineFn).combineFn();
  }

  /** A function of a supertype of V is a function of V. */
  @SuppressWarnings("unchecked")
  static <V, O> CombineFn<V, ?, O> functionOf(CombineFn<? super V, ?, O> combineFn) {
    return (CombineFn<V, ?, O>) combineFn;
  }

  static Duration requireLateness(Duration allowedLateness) {
    Objects.requireNonNull(allowedLateness, "allowedLateness");
    if (allowedLateness.getMillis() < 0) {
      throw new IllegalArgumentException(
          "withAllowedLateness: must be zero or more but was "
              + allowedLateness.getMillis()
              + " ms. Use zero to take an element as soon as the watermark is beyond it.");
    }
    return allowedLateness;
  }

  /** Runs {@code aggregation}; the results are in the global window. */
  static <K, V, O, R> PCollectionTuple apply(
      String transform,
      PCollection<KV<K, V>> input,
      KeyedAggregation<V, O> aggregation,
      PaneOutput<K, O, R> output,
      Optional<KvCoder<K, R>> resultCoder,
      Coder<KV<K, LateElement<V>>> lateCoder,
      boolean lateOutput) {
    Capabilities.check(transform, input.getPipeline().getOptions(), input.isBounded());
    return SliceSteps.aggregate(
        SliceSteps.inGlobalWindow(input),
        WindowingStrategy.globalDefault(),
        new SliceDoFn<>(
            aggregation,
            output,
            lateOutput ? SideOutputs.LATE : SideOutputs.NONE,
            input.isBounded()),
        resultCoder,
        lateCoder);
  }

  static void populateDisplayData(
      DisplayData.Builder builder,
      CombineFn<?, ?, ?> combineFn,
      Windows windows,
      Duration allowedLateness,
      boolean lateOutput) {
    builder
        .add(DisplayData.item("combineFn", combineFn.getClass()).withLabel("Combiner"))
        .include("combineFn", combineFn)
        .addIfNotNull(
            DisplayData.item("windows", windows == null ? null : windows.toString())
                .withLabel("Windows"))
        .add(DisplayData.item("allowedLateness", allowedLateness).withLabel("Allowed Lateness"))
        .add(DisplayData.item("lateOutput", lateOutput).withLabel("Late Output"));
  }
}
