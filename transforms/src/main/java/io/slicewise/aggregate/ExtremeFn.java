package io.slicewise.aggregate;

import java.util.Comparator;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.OptionalCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** Keeps the element that a comparator puts first. */
final class ExtremeFn<T> extends CombineFn<T, Optional<T>, T> {
  private static final long serialVersionUID = 1L;

  private final String name;

  // A Comparator that is serializable: one of the JDK's, or a SerializableComparator.
  @SuppressWarnings("serial")
  private final Comparator<? super T> comparator;

  private final boolean latestOfEqual;

  ExtremeFn(String name, Comparator<? super T> comparator, boolean latestOfEqual) {
    this.name = name;
    this.comparator = comparator;
    this.latestOfEqual = latestOfEqual;
  }

  @Override
  public Optional<T> createAccumulator() {
    return Optional.empty();
  }

  @Override
  public Optional<T> addInput(Optional<T> kept, T element) {
    return kept.isEmpty() || replaces(element, kept.get()) ? Optional.of(element) : kept;
  }

  @Override
  public Optional<T> mergeAccumulators(Iterable<Optional<T>> accumulators) {
    Optional<T> merged = Optional.empty();
    for (Optional<T> kept : accumulators) {
      merged = kept.isPresent() ? addInput(merged, kept.get()) : merged;
    }
    return merged;
  }

  private boolean replaces(T element, T kept) {
    int order = comparator.compare(element, kept);
    return order < 0 || (order == 0 && latestOfEqual);
  }

  @Override
  public T extractOutput(Optional<T> kept) {
    return kept.orElse(null);
  }

  @Override
  public Coder<Optional<T>> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return OptionalCoder.of(inputCoder);
  }

  @Override
  public Coder<T> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return NullableCoder.of(inputCoder);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("extreme", name).withLabel("Kept Element"))
        .add(DisplayData.item("comparer", comparator.getClass()).withLabel("Record Comparer"));
  }
}
