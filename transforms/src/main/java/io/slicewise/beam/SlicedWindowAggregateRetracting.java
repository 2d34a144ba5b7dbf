package io.slicewise.beam;

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
 * A {@link SlicedWindowAggregate} that retracts a pane before it gives the next one of the same key
 * and window. Made by {@link SlicedWindowAggregate#retractingFiredPanes}, which has the details;
 * {@link Change} has transforms for what comes out.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
public final class SlicedWindowAggregateRetracting<K, V, O>
    extends PTransform<PCollection<KV<K, V>>, PCollection<KV<K, Change<O>>>> {
  private static final long serialVersionUID = 1L;

  /** The transform whose results are given as changes. */
  private final SlicedWindowAggregate<K, V, O> aggregate;

  SlicedWindowAggregateRetracting(SlicedWindowAggregate<K, V, O> aggregate) {
    this.aggregate = aggregate;
  }

  /**
   * As {@link SlicedWindowAggregate#windowedBy}; the accumulation mode counts only for what comes
   * after this transform, and is accumulating if left open.
   *
   * @param window made by {@code Window.into} of windows that are supported
   * @return the new transform
   * @throws IllegalArgumentException if it has no window function, or if that or the trigger is not
   *     supported
   */
  public SlicedWindowAggregateRetracting<K, V, O> windowedBy(Window<KV<K, V>> window) {
    return new SlicedWindowAggregateRetracting<>(aggregate.windowedBy(window));
  }

  /**
   * As {@link SlicedWindowAggregate#windowedBy(TupleTag, Window)}.
   *
   * @param tag gets the changes
   * @param window as for the other {@code windowedBy}
   * @return the new transform
   * @throws IllegalArgumentException as the other {@code windowedBy}; or if windows are already set
   *     without a tag, or {@link #byStreamTime} is
   */
  public SlicedWindowAggregateMulti<K, V, Change<O>> windowedBy(
      TupleTag<KV<K, Change<O>>> tag, Window<KV<K, V>> window) {
    return new SlicedWindowAggregateMulti<K, V, Change<O>>(
            aggregate.aggregation().ofSeveral(), SlicedAggregation::expandToChanges)
        .windowedBy(tag, window);
  }

  /**
   * As {@link SlicedWindowAggregate#byStreamTime}.
   *
   * @return the new transform
   * @throws IllegalArgumentException if windows are set that are not {@code FixedWindows}
   */
  public SlicedWindowAggregateRetracting<K, V, O> byStreamTime() {
    return new SlicedWindowAggregateRetracting<>(aggregate.byStreamTime());
  }

  /**
   * As {@link SlicedWindowAggregate#emitting}.
   *
   * @param options which panes are wanted
   * @return the new transform
   */
  public SlicedWindowAggregateRetracting<K, V, O> emitting(EmissionOptions options) {
    return new SlicedWindowAggregateRetracting<>(aggregate.emitting(options));
  }

  /**
   * As {@link SlicedWindowAggregate#clampingFuture}.
   *
   * @param bound how far ahead a timestamp may be, zero or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code bound} is negative
   */
  public SlicedWindowAggregateRetracting<K, V, O> clampingFuture(Duration bound) {
    return new SlicedWindowAggregateRetracting<>(aggregate.clampingFuture(bound));
  }

  /**
   * As {@link SlicedWindowAggregate#withPreAggregation}.
   *
   * @param maxPartials how many partial aggregates a worker's thread may hold, one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code maxPartials} is less than one
   */
  public SlicedWindowAggregateRetracting<K, V, O> withPreAggregation(int maxPartials) {
    return new SlicedWindowAggregateRetracting<>(aggregate.withPreAggregation(maxPartials));
  }

  /**
   * As {@link SlicedWindowAggregate#withoutPreAggregation}.
   *
   * @return the new transform
   */
  public SlicedWindowAggregateRetracting<K, V, O> withoutPreAggregation() {
    return new SlicedWindowAggregateRetracting<>(aggregate.withoutPreAggregation());
  }

  /**
   * As {@link SlicedWindowAggregate#withHotKeyFanout(int)}.
   *
   * @param shards over how many shards the elements of a key are spread, in turn; one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code shards} is less than one
   */
  public SlicedWindowAggregateRetracting<K, V, O> withHotKeyFanout(int shards) {
    return new SlicedWindowAggregateRetracting<>(aggregate.withHotKeyFanout(shards));
  }

  /**
   * As {@link SlicedWindowAggregate#withHotKeyFanout(SerializableFunction)}.
   *
   * @param shardsOf the shards of a key, always the same; less than 2 for a single step
   * @return the new transform
   */
  public SlicedWindowAggregateRetracting<K, V, O> withHotKeyFanout(
      SerializableFunction<? super K, Integer> shardsOf) {
    return new SlicedWindowAggregateRetracting<>(aggregate.withHotKeyFanout(shardsOf));
  }

  /**
   * As {@link SlicedWindowAggregate#withBadRecordErrorHandler}.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public SlicedWindowAggregateRetracting<K, V, O> withBadRecordErrorHandler(
      ErrorHandler<BadRecord, ?> handler) {
    return new SlicedWindowAggregateRetracting<>(aggregate.withBadRecordErrorHandler(handler));
  }

  /**
   * As {@link SlicedWindowAggregate#withLateOutput}.
   *
   * @param changesTag gets what this transform would have given
   * @param lateTag gets the late elements, in the global window, with their own timestamps
   * @return the new transform
   */
  public WithLateOutput<K, V, O> withLateOutput(
      TupleTag<KV<K, Change<O>>> changesTag, TupleTag<KV<K, LateElement<V>>> lateTag) {
    return new WithLateOutput<>(this, changesTag, lateTag);
  }

  @Override
  public PCollection<KV<K, Change<O>>> expand(PCollection<KV<K, V>> input) {
    TupleTag<KV<K, Change<O>>> changes = SlicedWindowAggregate.panesTag();
    return aggregate.aggregation().expandToChanges(input, SideOutputs.NONE).get(changes);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    aggregate.aggregation().populateDisplayData(builder, SideOutputs.NONE);
  }

  /**
   * A {@link SlicedWindowAggregateRetracting} with an output of late elements.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the results
   */
  public static final class WithLateOutput<K, V, O>
      extends PTransform<PCollection<KV<K, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    /** The transform without the late output. */
    private final SlicedWindowAggregateRetracting<K, V, O> retracting;

    /** The user's tag of the changes. */
    private final TupleTag<KV<K, Change<O>>> changesTag;

    /** The user's tag of the late elements. */
    private final TupleTag<KV<K, LateElement<V>>> lateTag;

    private WithLateOutput(
        SlicedWindowAggregateRetracting<K, V, O> retracting,
        TupleTag<KV<K, Change<O>>> changesTag,
        TupleTag<KV<K, LateElement<V>>> lateTag) {
      this.retracting = retracting;
      this.changesTag = Objects.requireNonNull(changesTag, "changesTag");
      this.lateTag = Objects.requireNonNull(lateTag, "lateTag");
    }

    /**
     * As {@link SlicedWindowAggregateRetracting#windowedBy}.
     *
     * @param window made by {@code Window.into} of windows that are supported
     * @return the new transform
     */
    public WithLateOutput<K, V, O> windowedBy(Window<KV<K, V>> window) {
      return new WithLateOutput<>(retracting.windowedBy(window), changesTag, lateTag);
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<K, V>> input) {
      PCollectionTuple outputs =
          retracting.aggregate.aggregation().expandToChanges(input, SideOutputs.LATE);
      TupleTag<KV<K, Change<O>>> changes = SlicedWindowAggregate.panesTag();
      TupleTag<KV<K, LateElement<V>>> late = SideOutputs.lateTag();
      return PCollectionTuple.of(changesTag, outputs.get(changes)).and(lateTag, outputs.get(late));
    }

    /** The late output does not rename the steps of a pipeline. */
    @Override
    protected String getKindString() {
      return "SlicedWindowAggregateRetracting";
    }

    @Override
    public void populateDisplayData(DisplayData.Builder builder) {
      super.populateDisplayData(builder);
      retracting.aggregate.aggregation().populateDisplayData(builder, SideOutputs.LATE);
    }
  }
}
