package io.slicewise.aggregate;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.SimpleFunction;

/**
 * Functions made from other functions: with a filter, of a part of each element, with another
 * result. The accumulators, their size and their coder stay those of the function inside.
 *
 * <p>Several of them in one pass are Beam's {@link
 * org.apache.beam.sdk.transforms.CombineFns#compose}:
 *
 * <pre>{@code
 * TupleTag<Moments> all = new TupleTag<>("all");
 * TupleTag<Long> slow = new TupleTag<>("slow");
 * SimpleFunction<Long, Long> each = Aggregations.identity();
 * Coder<Long> coder = VarLongCoder.of();
 * CombineFns.compose()
 *     .with(each, coder, Statistics.moments(), all)
 *     .with(each, coder, Aggregations.filtered(millis -> millis > 500, Count.combineFn()), slow)
 * }</pre>
 *
 * <p>Their results are {@code result.get(all)} and {@code result.get(slow)}, null where that of the
 * function is. Beam writes them by Java serialization; {@link #mappedResult} makes something with a
 * coder of its own of them. Give the tags names: an anonymous class carries what it was made in.
 */
public final class Aggregations {
  private Aggregations() {}

  /**
   * Aggregates the elements that {@code predicate} accepts. If it accepts none, the result is that
   * of no input.
   *
   * @param predicate whether an element counts
   * @param combineFn what to aggregate with
   * @param <T> the type of the elements
   * @param <O> the type of the result
   * @return a function
   */
  public static <T, O> CombineFn<T, ?, O> filtered(
      SerializableFunction<? super T, Boolean> predicate, CombineFn<T, ?, O> combineFn) {
    return new FilteredFn<>(
        Objects.requireNonNull(predicate, "predicate"),
        Objects.requireNonNull(combineFn, "combineFn"));
  }

  /**
   * Aggregates what {@code mapping} makes of each element.
   *
   * @param mapping such as {@code Order::price}
   * @param mappedCoder the coder of what it gives, for functions that keep some of their input
   * @param combineFn what to aggregate with
   * @param <T> the type of the elements
   * @param <V> what they are mapped to
   * @param <O> the type of the result
   * @return a function
   */
  public static <T, V, O> CombineFn<T, ?, O> mapped(
      SerializableFunction<? super T, ? extends V> mapping,
      Coder<V> mappedCoder,
      CombineFn<V, ?, O> combineFn) {
    return new MappedFn<>(
        Objects.requireNonNull(mapping, "mapping"),
        Objects.requireNonNull(mappedCoder, "mappedCoder"),
        Objects.requireNonNull(combineFn, "combineFn"));
  }

  /**
   * Gives what {@code mapping} makes of each result.
   *
   * @param mapping such as {@code Moments::mean}; must take null if the function may give it
   * @param resultCoder the coder of what it gives
   * @param combineFn what to aggregate with
   * @param <T> the type of the elements
   * @param <O> the type of the result of {@code combineFn}
   * @param <R> what it is mapped to
   * @return a function
   */
  public static <T, O, R> CombineFn<T, ?, R> mappedResult(
      SerializableFunction<? super O, ? extends R> mapping,
      Coder<R> resultCoder,
      CombineFn<T, ?, O> combineFn) {
    return new MappedResultFn<>(
        Objects.requireNonNull(mapping, "mapping"),
        Objects.requireNonNull(resultCoder, "resultCoder"),
        Objects.requireNonNull(combineFn, "combineFn"));
  }

  /**
   * The elements as they are, for {@link org.apache.beam.sdk.transforms.CombineFns#compose}, which
   * asks what each function shall take. Give the coder of the elements after it: Beam does not find
   * the one for what this gives.
   *
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> SimpleFunction<T, T> identity() {
    return new Identity<>();
  }

  private static final class Identity<T> extends SimpleFunction<T, T> {
    private static final long serialVersionUID = 1L;

    @Override
    public T apply(T element) {
      return element;
    }
  }
}
