package io.slicewise.beam;

import java.util.concurrent.ThreadLocalRandom;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Gives each element one of the shards of its key, in turn. A key with one shard goes to an output
 * of its own, which needs no first step.
 */
final class SpreadKeys<K, E, V> extends DoFn<KV<K, E>, KV<K, RawOrPartial<V>>> {
  private static final long serialVersionUID = 1L;

  /** What is in the main output: the elements of keys with one shard. */
  static <K, V> TupleTag<KV<K, RawOrPartial<V>>> unspreadTag() {
    return new TupleTag<>("unspread");
  }

  /** The output of elements with a key and a shard. */
  static <K, V> TupleTag<KV<KV<K, Integer>, RawOrPartial<V>>> spreadTag() {
    return new TupleTag<>("spread");
  }

  private final SerializableFunction<? super K, Integer> shardsOf;
  private final SerializableFunction<E, RawOrPartial<V>> form;

  private transient int next;

  /**
   * Spreads keys.
   *
   * @param shardsOf over how many shards; less than 2 for none
   * @param form makes elements what the next step takes
   */
  SpreadKeys(
      SerializableFunction<? super K, Integer> shardsOf,
      SerializableFunction<E, RawOrPartial<V>> form) {
    this.shardsOf = shardsOf;
    this.form = form;
  }

  /** Starts with any shard: if all bundles did with the first, small ones would use no other. */
  @StartBundle
  public void startBundle() {
    next = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
  }

  /** Passes an element on. */
  @ProcessElement
  public void processElement(ProcessContext context) {
    K key = context.element().getKey();
    RawOrPartial<V> value = form.apply(context.element().getValue());
    int shards = shardsOf.apply(key);
    if (shards < 2) {
      context.output(KV.of(key, value));
    } else {
      context.output(spreadTag(), KV.of(KV.of(key, nextShard(shards)), value));
    }
  }

  /** The shard after the last one, from 0 on. */
  int nextShard(int shards) {
    return Math.floorMod(next++, shards);
  }
}
