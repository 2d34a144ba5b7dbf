package io.slicewise.beam;

import io.slicewise.core.window.SliceEdges;
import java.util.Map;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/**
 * The first of two steps for a hot key: each shard of it aggregates the slices that are not over,
 * and gives them away when they are, with their last instant as timestamp. No window that holds a
 * slice ends before that instant, and the watermark of the next step does not pass it until then,
 * so that all windows there have what they need when they end. What comes when its slice is over is
 * passed on at once.
 *
 * <p>The names of the state and the timer and the coder of the state must stay as they are: a
 * running pipeline is updated by them.
 */
final class AggregateShards<K, V, A>
    extends DoFn<KV<KV<K, Integer>, RawOrPartial<V>>, KV<K, RawOrPartial<V>>> {
  private static final long serialVersionUID = 1L;

  static final String SLICES = "slices";
  static final String END_OF_SLICE_TIMER = "endOfSlice";

  @StateId(SLICES)
  private final StateSpec<ValueState<ShardSlices<A>>> slicesSpec;

  @TimerId(END_OF_SLICE_TIMER)
  private final TimerSpec endOfSliceSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final SliceEdges edges;
  private final RawOrPartialAggregate<V, A, ?> function;
  private final boolean lateOutput;

  private transient WatermarkClock watermarkClock;

  /**
   * Aggregates with {@code function}.
   *
   * @param lateOutput whether late elements must arrive one by one
   */
  AggregateShards(SliceEdges edges, CombineFnAggregate<V, A, ?> function, boolean lateOutput) {
    this.edges = edges;
    this.function = new RawOrPartialAggregate<>(function);
    this.lateOutput = lateOutput;
    this.slicesSpec = StateSpecs.value(new ShardSlicesCoder<>(function.accumulatorCoder()));
  }

  /** Makes what is not serialized. */
  @Setup
  public void setup() {
    watermarkClock = new WatermarkClock();
  }

  /** Adds an element to its slice, or passes it on if that is over. */
  @ProcessElement
  public void processElement(
      ProcessContext context,
      @AlwaysFetched @StateId(SLICES) ValueState<ShardSlices<A>> slices,
      @TimerId(END_OF_SLICE_TIMER) Timer endOfSlice) {
    KV<KV<K, Integer>, RawOrPartial<V>> element = context.element();
    long lastInstant = edges.lastInstantOf(context.timestamp().getMillis());
    boolean over = lastInstant < watermarkClock.now(endOfSlice);
    if (over || (lateOutput && !watermarkClock.isLive(endOfSlice))) {
      context.output(KV.of(element.getKey().getKey(), element.getValue()));
      return;
    }
    ShardSlices<A> stored = slices.read();
    ShardSlices<A> held = stored == null ? new ShardSlices<>() : stored;
    boolean first = held.isEmpty() || lastInstant < held.firstEnd();
    held.add(lastInstant, element.getValue(), function);
    slices.write(held);
    if (first) {
      endOfSlice.set(Instant.ofEpochMilli(lastInstant));
    }
  }

  /** Gives away the slices that are over. */
  @OnTimer(END_OF_SLICE_TIMER)
  public void onEndOfSlice(
      OnTimerContext context,
      @Key KV<K, Integer> shard,
      @AlwaysFetched @StateId(SLICES) ValueState<ShardSlices<A>> slices,
      @TimerId(END_OF_SLICE_TIMER) Timer endOfSlice) {
    ShardSlices<A> held = slices.read();
    if (held == null) {
      return;
    }
    long watermark = watermarkClock.atEventTimer(endOfSlice, context.fireTimestamp());
    while (!held.isEmpty() && held.firstEnd() < watermark) {
      Map.Entry<Long, ShardSlices.Counted<A>> slice = held.takeFirst();
      RawOrPartial<V> partial =
          new RawOrPartial.Partial<>(
              slice.getValue().partial().toBytes(function), slice.getValue().count());
      context.outputWithTimestamp(
          KV.of(shard.getKey(), partial), Instant.ofEpochMilli(slice.getKey()));
    }
    if (held.isEmpty()) {
      slices.clear();
    } else {
      slices.write(held);
      endOfSlice.set(Instant.ofEpochMilli(held.firstEnd()));
    }
  }
}
