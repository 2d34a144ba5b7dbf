package io.slicewise.beam;

import static io.slicewise.core.window.TimeBounds.LAST_WINDOW_INSTANT;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Emits panes in Beam's terms: value, window, timestamp and {@link PaneInfo}.
 *
 * @param <K> the type of the keys
 * @param <O> the type of the aggregates
 * @param <R> the type of the values that are emitted for them
 */
abstract class PaneOutput<K, O, R> implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Where the panes of each window specification go; the first is the main output. */
  private final List<TupleTag<KV<K, R>>> tags;

  /** Whether the outputs are in the global window; else they are in intervals of time. */
  private final boolean global;

  private PaneOutput(List<TupleTag<KV<K, R>>> tags, boolean global) {
    this.tags = tags;
    this.global = global;
  }

  /**
   * The output of aggregates as they are.
   *
   * @param tags where the panes of each window specification go
   * @param global whether all are in the global window; else even its panes are in an interval
   */
  static <K, O> PaneOutput<K, O, O> ofValues(List<TupleTag<KV<K, O>>> tags, boolean global) {
    return new Values<>(tags, global);
  }

  /** The output of aggregates as {@link Change}s, otherwise as {@link #ofValues}. */
  static <K, O> PaneOutput<K, O, Change<O>> ofChanges(
      List<TupleTag<KV<K, Change<O>>>> tags, boolean global) {
    return new Changes<>(tags, global);
  }

  /** The output of results that are no panes of a window, as they are. */
  static <K, O> PaneOutput<K, O, O> ofResults() {
    return new Results<>(value -> value);
  }

  /** The output of rows with the aggregates of their frames. */
  static <K, V, O> PaneOutput<K, OverRow<V, O>, OverResult<V, O>> ofRows() {
    return new Results<>(row -> new OverResult<>(row.value(), row.aggregate()));
  }

  /** What is emitted for {@code pane}. */
  abstract R valueOf(FiredPane<O> pane);

  /** What is told of {@code pane} beside its value. */
  PaneInfo infoOf(FiredPane<O> pane) {
    return paneInfoOf(pane);
  }

  /** Where the panes of each window specification go. */
  List<TupleTag<KV<K, R>>> tags() {
    return tags;
  }

  /** Emits {@code pane} of {@code key}. */
  final void emit(DoFn<?, KV<K, R>>.WindowedContext context, K key, FiredPane<O> pane) {
    KV<K, R> value = KV.of(key, valueOf(pane));
    Instant timestamp = Instant.ofEpochMilli(pane.timestampMillis());
    List<BoundedWindow> window = Collections.singletonList(windowOf(pane.window()));
    PaneInfo paneInfo = infoOf(pane);
    if (pane.windowSpec() == 0) {
      context.outputWindowedValue(value, timestamp, window, paneInfo);
    } else {
      context.outputWindowedValue(tags.get(pane.windowSpec()), value, timestamp, window, paneInfo);
    }
  }

  /** Emits something of the element of {@code context} with its timestamp, in some window. */
  final <T> void emitAside(
      DoFn<?, KV<K, R>>.WindowedContext context, Instant timestamp, TupleTag<T> tag, T output) {
    long millis = Math.min(timestamp.getMillis(), LAST_WINDOW_INSTANT);
    context.outputWindowedValue(
        tag,
        output,
        timestamp,
        Collections.singletonList(windowOf(new TimeWindow(millis, millis + 1))),
        PaneInfo.NO_FIRING);
  }

  private BoundedWindow windowOf(TimeWindow window) {
    return global
        ? GlobalWindow.INSTANCE
        : new IntervalWindow(
            Instant.ofEpochMilli(window.startMillis()), Instant.ofEpochMilli(window.endMillis()));
  }

  private static PaneInfo paneInfoOf(FiredPane<?> pane) {
    return PaneInfo.createPane(
        pane.isFirst(),
        pane.isLast(),
        timingOf(pane.timing()),
        pane.index(),
        pane.nonSpeculativeIndex());
  }

  private static PaneInfo.Timing timingOf(PaneTiming timing) {
    return switch (timing) {
      case EARLY -> PaneInfo.Timing.EARLY;
      case ON_TIME -> PaneInfo.Timing.ON_TIME;
      case LATE -> PaneInfo.Timing.LATE;
    };
  }

  private static final class Values<K, O> extends PaneOutput<K, O, O> {
    private static final long serialVersionUID = 1L;

    private Values(List<TupleTag<KV<K, O>>> tags, boolean global) {
      super(tags, global);
    }

    @Override
    O valueOf(FiredPane<O> pane) {
      return pane.value();
    }
  }

  private static final class Results<K, O, R> extends PaneOutput<K, O, R> {
    private static final long serialVersionUID = 1L;

    private final SerializableFunction<O, R> result;

    private Results(SerializableFunction<O, R> result) {
      super(List.of(SlicedAggregation.panesTag(0)), true);
      this.result = result;
    }

    @Override
    R valueOf(FiredPane<O> pane) {
      return result.apply(pane.value());
    }

    /** No window has fired. */
    @Override
    PaneInfo infoOf(FiredPane<O> pane) {
      return PaneInfo.NO_FIRING;
    }
  }

  private static final class Changes<K, O> extends PaneOutput<K, O, Change<O>> {
    private static final long serialVersionUID = 1L;

    private Changes(List<TupleTag<KV<K, Change<O>>>> tags, boolean global) {
      super(tags, global);
    }

    @Override
    Change<O> valueOf(FiredPane<O> pane) {
      return new Change<>(
          pane.value(), pane.isRetraction() ? Change.Kind.RETRACTION : Change.Kind.PANE);
    }
  }
}
