package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.window.SliceEdges;
import io.slicewise.core.window.WindowPlan;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/** The steps of an aggregation before all elements of a key are brought together. */
final class ShuffleSteps<K, V, A> {
  private final KvCoder<K, V> elements;
  private final CombineFnAggregate<V, A, ?> function;
  private final SliceEdges edges;
  private final BeforeShuffle<K> settings;
  private final KvCoder<K, RawOrPartial<V>> coder;

  /**
   * Steps for windows that all depend on time alone.
   *
   * @param elements the coder of the input
   */
  ShuffleSteps(
      KvCoder<K, V> elements,
      CombineFnAggregate<V, A, ?> function,
      WindowedAggregation aggregation,
      BeforeShuffle<K> settings) {
    this.elements = elements;
    this.function = function;
    this.edges =
        new SliceEdges(
            aggregation.specs().stream().map(spec -> (WindowPlan) spec.windows()).toList());
    this.settings = settings;
    this.coder =
        KvCoder.of(elements.getKeyCoder(), new RawOrPartialCoder<>(elements.getValueCoder()));
  }

  /**
   * Applies the steps that are asked for.
   *
   * @param input in the global window
   * @param lateOutput whether late elements must arrive one by one
   */
  PCollection<KV<K, RawOrPartial<V>>> apply(
      PCollection<KV<K, V>> input, boolean preAggregates, boolean lateOutput) {
    if (!preAggregates) {
      return spread(input, RawOrPartial.Raw::new, lateOutput);
    }
    PCollection<KV<K, RawOrPartial<V>>> preAggregated = preAggregated(input);
    return settings.spreads()
        ? spread(preAggregated, element -> element, lateOutput)
        : preAggregated;
  }

  private PCollection<KV<K, RawOrPartial<V>>> preAggregated(PCollection<KV<K, V>> input) {
    return apply(
        "Pre-aggregate slices",
        new PreAggregate<>(edges, function, elements.getKeyCoder(), settings.maxPartials()),
        input);
  }

  /** With a tag for its one output, the name of a step does not depend on that of the class. */
  private <E> PCollection<KV<K, RawOrPartial<V>>> apply(
      String name, DoFn<E, KV<K, RawOrPartial<V>>> doFn, PCollection<E> input) {
    TupleTag<KV<K, RawOrPartial<V>>> tag = new TupleTag<>("slices");
    return input
        .apply(name, ParDo.of(doFn).withOutputTags(tag, TupleTagList.empty()))
        .get(tag)
        .setCoder(coder);
  }

  private <E> PCollection<KV<K, RawOrPartial<V>>> spread(
      PCollection<KV<K, E>> input,
      SerializableFunction<E, RawOrPartial<V>> form,
      boolean lateOutput) {
    TupleTag<KV<K, RawOrPartial<V>>> unspreadTag = SpreadKeys.unspreadTag();
    TupleTag<KV<KV<K, Integer>, RawOrPartial<V>>> spreadTag = SpreadKeys.spreadTag();
    Coder<KV<K, Integer>> shardCoder = KvCoder.of(elements.getKeyCoder(), VarIntCoder.of());
    PCollectionTuple keys =
        input.apply(
            "Spread hot keys",
            ParDo.of(new SpreadKeys<K, E, V>(settings.shardsOrNull(), form))
                .withOutputTags(unspreadTag, TupleTagList.of(spreadTag)));
    PCollection<KV<K, RawOrPartial<V>>> unspread = keys.get(unspreadTag).setCoder(coder);
    PCollection<KV<K, RawOrPartial<V>>> shards =
        apply(
            "Aggregate shards",
            new AggregateShards<>(edges, function, lateOutput),
            keys.get(spreadTag).setCoder(KvCoder.of(shardCoder, coder.getValueCoder())));
    if (settings.spreadsAll()) {
      return shards;
    }
    return PCollectionList.of(unspread).and(shards).apply("All keys", Flatten.pCollections());
  }
}
