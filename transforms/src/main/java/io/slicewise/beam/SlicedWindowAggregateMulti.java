package io.slicewise.beam;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/**
 * A {@link SlicedWindowAggregate} in several kinds of windows at once, each with an output of its
 * own. Made by {@link SlicedWindowAggregate#windowedBy(TupleTag, Window)}.
 *
 * <pre>{@code
 * TupleTag<KV<String, Long>> perMinute = new TupleTag<>() {};
 * TupleTag<KV<String, Long>> perHour = new TupleTag<>() {};
 * PCollectionTuple clicks =
 *     input.apply(
 *         SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
 *             .windowedBy(perMinute, Window.into(FixedWindows.of(Duration.standardMinutes(1))))
 *             .windowedBy(perHour, Window.into(FixedWindows.of(Duration.standardHours(1)))));
 * }</pre>
 *
 * <p>Each output is what a {@code SlicedWindowAggregate} in its windows gives; each has a trigger,
 * a lateness and an accumulation mode of its own. The input is shuffled once, and a key has one
 * state. Windows that depend on time alone share one store, in which an element is once, in the
 * slice between the two neighbouring edges of any of them; sessions and trailing windows keep
 * aggregates of their own beside it:
 *
 * <pre>
 * size 4         [-- 0..4 --)[-- 4..8 --)[-- 8..12 -)
 * size 6         [----- 0..6 -----)[----- 6..12 ----)
 * slices         |-----0-----|--4--|--6--|-----8-----|
 * </pre>
 *
 * <p>The results must have a coder that is known when the transform is applied: the function's
 * default output coder, or one registered for their type.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <R> the type of what the outputs hold: results, or {@link Change}s of them
 */
public final class SlicedWindowAggregateMulti<K, V, R>
    extends PTransform<PCollection<KV<K, V>>, PCollectionTuple> {
  private static final long serialVersionUID = 1L;

  /** What is given for an aggregate: {@link SlicedAggregation#expand}, or changes. */
  interface Expansion<K, V> extends Serializable {
    /** The outputs, in the order of {@code windows}, under the tags of the aggregation. */
    PCollectionTuple expand(
        SlicedAggregation<K, V, ?> aggregation,
        PCollection<KV<K, V>> input,
        List<Window<?>> windows,
        SideOutputs sideOutputs);
  }

  /** What to aggregate with. */
  private final SlicedAggregation<K, V, ?> aggregation;

  /** What is given for an aggregate. */
  private final Expansion<K, V> expansion;

  /** The user's tags of the outputs. */
  private final List<TupleTag<KV<K, R>>> tags;

  /** The windows of each output. */
  private final List<Window<?>> windows;

  /** The user's tag of the late elements; null if there is none. */
  private final TupleTag<KV<K, LateElement<V>>> lateTag;

  /** How far ahead of the watermark timestamps may be; null if the aggregation decides. */
  private final Duration futureBound;

  /** The user's tag of the elements that are further ahead; null if there is none. */
  private final TupleTag<KV<K, V>> futureTag;

  SlicedWindowAggregateMulti(SlicedAggregation<K, V, ?> aggregation, Expansion<K, V> expansion) {
    this(aggregation, expansion, List.of(), List.of(), null, null, null);
  }

  private SlicedWindowAggregateMulti(
      SlicedAggregation<K, V, ?> aggregation,
      Expansion<K, V> expansion,
      List<TupleTag<KV<K, R>>> tags,
      List<Window<?>> windows,
      TupleTag<KV<K, LateElement<V>>> lateTag,
      Duration futureBound,
      TupleTag<KV<K, V>> futureTag) {
    this.aggregation = aggregation;
    this.expansion = expansion;
    this.tags = tags;
    this.windows = windows;
    this.lateTag = lateTag;
    this.futureBound = futureBound;
    this.futureTag = futureTag;
  }

  /**
   * Returns a transform like this one with a further output, in windows of its own.
   *
   * @param tag gets the panes; another than those before
   * @param window made by {@code Window.into} of windows that are supported
   * @return the new transform
   * @throws IllegalArgumentException if the window has no window function, or its window function
   *     or trigger is not supported, or the tag has been given before
   */
  public SlicedWindowAggregateMulti<K, V, R> windowedBy(
      TupleTag<KV<K, R>> tag, Window<KV<K, V>> window) {
    Windowing.check(Objects.requireNonNull(window, "window"));
    checkNew(Objects.requireNonNull(tag, "tag"));
    List<TupleTag<KV<K, R>>> newTags = new ArrayList<>(tags);
    newTags.add(tag);
    List<Window<?>> newWindows = new ArrayList<>(windows);
    newWindows.add(window);
    return new SlicedWindowAggregateMulti<>(
        aggregation, expansion, newTags, newWindows, lateTag, futureBound, futureTag);
  }

  /**
   * Returns a transform like this one with an output of late elements: those that came after all
   * their windows of every output had expired. Without it they are only counted.
   *
   * @param tag gets the late elements, in the global window, with their own timestamps
   * @return the new transform
   */
  public SlicedWindowAggregateMulti<K, V, R> withLateOutput(TupleTag<KV<K, LateElement<V>>> tag) {
    checkNew(Objects.requireNonNull(tag, "tag"));
    return new SlicedWindowAggregateMulti<>(
        aggregation, expansion, tags, windows, tag, futureBound, futureTag);
  }

  /**
   * Returns a transform like this one that leaves out elements whose timestamp is further ahead of
   * the watermark than {@code bound} and has them in an output of their own. As long as there is no
   * watermark, all timestamps are accepted, and so are those of a bounded input, whose elements
   * come in any order.
   *
   * @param bound how far ahead a timestamp may be, zero or more
   * @param tag gets the elements left out, in the global window, with their own timestamps
   * @return the new transform
   * @throws IllegalArgumentException if {@code bound} is negative
   */
  public SlicedWindowAggregateMulti<K, V, R> withFutureOutput(
      Duration bound, TupleTag<KV<K, V>> tag) {
    checkNew(Objects.requireNonNull(tag, "tag"));
    aggregation.boundedBy(Objects.requireNonNull(bound, "bound"));
    return new SlicedWindowAggregateMulti<>(
        aggregation, expansion, tags, windows, lateTag, bound, tag);
  }

  /**
   * As {@link SlicedWindowAggregate#withPreAggregation}.
   *
   * @param maxPartials how many partial aggregates a worker's thread may hold, one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code maxPartials} is less than one
   */
  public SlicedWindowAggregateMulti<K, V, R> withPreAggregation(int maxPartials) {
    return with(aggregation.beforeShuffle().withPreAggregation(maxPartials));
  }

  /**
   * As {@link SlicedWindowAggregate#withoutPreAggregation}.
   *
   * @return the new transform
   */
  public SlicedWindowAggregateMulti<K, V, R> withoutPreAggregation() {
    return with(aggregation.beforeShuffle().withoutPreAggregation());
  }

  /**
   * As {@link SlicedWindowAggregate#withHotKeyFanout(int)}.
   *
   * @param shards over how many shards the elements of a key are spread, in turn; one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code shards} is less than one
   */
  public SlicedWindowAggregateMulti<K, V, R> withHotKeyFanout(int shards) {
    return with(aggregation.beforeShuffle().withShards(shards));
  }

  /**
   * As {@link SlicedWindowAggregate#withHotKeyFanout(SerializableFunction)}.
   *
   * @param shardsOf the shards of a key, always the same; less than 2 for a single step
   * @return the new transform
   */
  public SlicedWindowAggregateMulti<K, V, R> withHotKeyFanout(
      SerializableFunction<? super K, Integer> shardsOf) {
    return with(aggregation.beforeShuffle().withShards(shardsOf));
  }

  /**
   * As {@link SlicedWindowAggregate#withBadRecordErrorHandler}.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public SlicedWindowAggregateMulti<K, V, R> withBadRecordErrorHandler(
      ErrorHandler<BadRecord, ?> handler) {
    return with(aggregation.with(BadRecords.to(handler)));
  }

  private SlicedWindowAggregateMulti<K, V, R> with(BeforeShuffle<K> beforeShuffle) {
    return with(aggregation.with(beforeShuffle));
  }

  private SlicedWindowAggregateMulti<K, V, R> with(SlicedAggregation<K, V, ?> newAggregation) {
    return new SlicedWindowAggregateMulti<>(
        newAggregation, expansion, tags, windows, lateTag, futureBound, futureTag);
  }

  private void checkNew(TupleTag<?> tag) {
    if (tags.contains(tag) || tag.equals(lateTag) || tag.equals(futureTag)) {
      throw new IllegalArgumentException(
          "tag: each output must have a tag of its own but " + tag + " was given twice.");
    }
  }

  @Override
  public PCollectionTuple expand(PCollection<KV<K, V>> input) {
    PCollectionTuple outputs =
        expansion.expand(
            aggregation.boundedBy(futureBound),
            input,
            windows,
            new SideOutputs(lateTag != null, futureTag != null));
    PCollectionTuple results = PCollectionTuple.empty(input.getPipeline());
    for (int i = 0; i < tags.size(); i++) {
      TupleTag<KV<K, R>> panes = SlicedAggregation.panesTag(i);
      results = results.and(tags.get(i), outputs.get(panes));
    }
    if (lateTag != null) {
      TupleTag<KV<K, LateElement<V>>> late = SideOutputs.lateTag();
      results = results.and(lateTag, outputs.get(late));
    }
    if (futureTag != null) {
      TupleTag<KV<K, V>> future = SideOutputs.futureTag();
      results = results.and(futureTag, outputs.get(future));
    }
    return results;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    aggregation.populateDisplayData(builder, new SideOutputs(lateTag != null, futureTag != null));
    builder.addIfNotNull(DisplayData.item("futureBound", futureBound).withLabel("Future Bound"));
    for (int i = 0; i < windows.size(); i++) {
      builder.include("windows" + (i + 1), windows.get(i));
    }
  }
}
