package io.slicewise.aggregate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * A function, what goes in, what must come out, and how large the accumulator is then.
 *
 * @param accumulatorBytes the length of the encoded accumulator of all the input
 */
record AggregateCase<T, A, O>(
    String name,
    CombineFn<T, A, O> fn,
    Coder<T> inputCoder,
    List<T> input,
    O expected,
    O expectedOfNothing,
    int accumulatorBytes) {

  @Override
  public String toString() {
    return name;
  }

  Coder<A> accumulatorCoder() {
    try {
      return fn.getAccumulatorCoder(CoderRegistry.createDefault(), inputCoder);
    } catch (CannotProvideCoderException e) {
      throw new AssertionError(e);
    }
  }

  Coder<O> resultCoder() {
    try {
      return fn.getDefaultOutputCoder(CoderRegistry.createDefault(), inputCoder);
    } catch (CannotProvideCoderException e) {
      throw new AssertionError(e);
    }
  }

  /** The accumulator of {@code elements}, one by one. */
  A accumulated(List<T> elements) {
    A accumulator = fn.createAccumulator();
    for (T element : elements) {
      accumulator = fn.addInput(accumulator, element);
    }
    return accumulator;
  }

  /** The input cut at random, each part saved and restored, merged pair by pair at random. */
  A mergedAtRandom(Random random) throws Exception {
    List<A> parts = new ArrayList<>();
    int start = 0;
    while (start < input.size()) {
      int end = start + random.nextInt(input.size() - start + 1);
      parts.add(restored(accumulated(input.subList(start, end))));
      start = end;
    }
    parts.add(restored(fn.createAccumulator()));
    while (parts.size() > 1) {
      int first = random.nextInt(parts.size() - 1);
      A merged = fn.mergeAccumulators(List.of(parts.get(first), parts.remove(first + 1)));
      parts.set(first, restored(fn.compact(merged)));
    }
    return parts.get(0);
  }

  A restored(A accumulator) throws Exception {
    return CoderUtils.clone(accumulatorCoder(), accumulator);
  }

  List<T> shuffled(Random random) {
    List<T> elements = new ArrayList<>(input);
    Collections.shuffle(elements, random);
    return elements;
  }
}
