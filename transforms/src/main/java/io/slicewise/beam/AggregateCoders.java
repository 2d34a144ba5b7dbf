package io.slicewise.beam;

import java.util.Optional;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptor;

/**
 * The coders of an aggregation.
 *
 * @param elements the coder of the input, whose keys are deterministic
 * @param accumulator the coder of the function's accumulators
 * @param results the coder of the results. As after {@code Combine.perKey}, there may be none until
 *     the user calls {@code setCoder}; Beam asks for it when the pipeline runs.
 */
record AggregateCoders<K, V, A, O>(
    KvCoder<K, V> elements, Coder<A> accumulator, Optional<KvCoder<K, O>> results) {

  /**
   * The coders for {@code combineFn} on {@code input}.
   *
   * @throws IllegalArgumentException if the input or the function has none that will do
   */
  static <K, V, A, O> AggregateCoders<K, V, A, O> of(
      PCollection<KV<K, V>> input, CombineFn<V, A, O> combineFn) {
    return of("SlicedWindowAggregate", input, combineFn);
  }

  /**
   * As the other {@code of}.
   *
   * @param transform what messages name
   */
  static <K, V, A, O> AggregateCoders<K, V, A, O> of(
      String transform, PCollection<KV<K, V>> input, CombineFn<V, A, O> combineFn) {
    CoderRegistry registry = input.getPipeline().getCoderRegistry();
    KvCoder<K, V> elements = kvCoderOf(transform, input);
    return new AggregateCoders<>(
        elements,
        accumulatorCoderOf(transform, combineFn, registry, elements.getValueCoder()),
        resultCoderOf(combineFn, registry, elements));
  }

  /**
   * The coder of the results, where they must be encoded before they are an output.
   *
   * @param transform what messages name
   * @throws IllegalArgumentException if none is known
   */
  KvCoder<K, O> requireResults(String transform, CombineFn<?, ?, O> combineFn) {
    return results.orElseThrow(
        () ->
            new IllegalArgumentException(
                transform
                    + ": the results of "
                    + combineFn.getClass().getName()
                    + " in several windows need a coder but none is known for "
                    + TypeDescriptor.of(combineFn.getClass())
                        .resolveType(CombineFn.class.getTypeParameters()[2])
                    + ". Override getDefaultOutputCoder in the function, or register a coder for"
                    + " the type with pipeline.getCoderRegistry()."));
  }

  /** The coder of the late output. */
  Coder<KV<K, LateElement<V>>> lateElements() {
    return KvCoder.of(elements.getKeyCoder(), new LateElementCoder<>(elements.getValueCoder()));
  }

  private static <K, V> KvCoder<K, V> kvCoderOf(String transform, PCollection<KV<K, V>> input) {
    Coder<KV<K, V>> coder = input.getCoder();
    if (!(coder instanceof KvCoder)) {
      throw new IllegalArgumentException(
          transform
              + ": the input must have a KvCoder but has "
              + coder
              + ". Call .setCoder(KvCoder.of(keyCoder, valueCoder)) on it.");
    }
    KvCoder<K, V> kvCoder = (KvCoder<K, V>) coder;
    try {
      kvCoder.getKeyCoder().verifyDeterministic();
    } catch (NonDeterministicException e) {
      throw new IllegalArgumentException(
          transform
              + ": the key coder must be deterministic but is "
              + kvCoder.getKeyCoder()
              + " ("
              + String.join("; ", e.getReasons())
              + "). Use keys of a type with a deterministic coder, such as String or Long.",
          e);
    }
    return kvCoder;
  }

  /**
   * The coder of the accumulators of {@code combineFn}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <V, A> Coder<A> accumulatorCoderOf(
      String transform, CombineFn<V, A, ?> combineFn, CoderRegistry registry, Coder<V> valueCoder) {
    try {
      return combineFn.getAccumulatorCoder(registry, valueCoder);
    } catch (CannotProvideCoderException e) {
      throw new IllegalArgumentException(
          transform
              + ": the accumulators of "
              + combineFn.getClass().getName()
              + " need a coder but none is known for "
              + TypeDescriptor.of(combineFn.getClass())
                  .resolveType(CombineFn.class.getTypeParameters()[1])
              + ". Override getAccumulatorCoder in the function, or register a coder for the type"
              + " with pipeline.getCoderRegistry().",
          e);
    }
  }

  private static <K, V, O> Optional<KvCoder<K, O>> resultCoderOf(
      CombineFn<V, ?, O> combineFn, CoderRegistry registry, KvCoder<K, V> elements) {
    try {
      Coder<O> coder = combineFn.getDefaultOutputCoder(registry, elements.getValueCoder());
      return Optional.of(KvCoder.of(elements.getKeyCoder(), coder));
    } catch (CannotProvideCoderException e) {
      return Optional.empty();
    }
  }
}
