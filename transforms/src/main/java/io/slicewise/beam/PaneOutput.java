package io.slicewise.beam;

import static io.slicewise.core.window.TimeBounds.LAST_WINDOW_INSTANT;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import java.io.Serializable;
import java.util.Collections;
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

  /** Whether the outputs are in the global window; else they are in intervals of time. */
  private final boolean global;

  private PaneOutput(boolean global) {
    this.global = global;
  }

  /**
   * The output of aggregates as they are.
   *
   * @param global whether all are in the global window; else even its panes are in an interval
   */
  static <K, O> PaneOutput<K, O, O> ofValues(boolean global) {
    return new Values<>(global);
  }

  /** The output of aggregates as {@link Change}s, otherwise as {@link #ofValues}. */
  static <K, O> PaneOutput<K, O, Change<O>> ofChanges(boolean global) {
    return new Changes<>(global);
  }

  /** The output of {@code panes} with the number of the window specification that each is of. */
  static <K, O, R> PaneOutput<K, O, KV<Integer, R>> numbered(PaneOutput<K, O, R> panes) {
    return new Numbered<>(panes);
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

  /** Emits {@code pane} of {@code key}. */
  final void emit(DoFn<?, KV<K, R>>.WindowedContext context, K key, FiredPane<O> pane) {
    // Always to the main output: what a timer gives to another is lost on the Fn API, up to Beam
    // 2.70 at least (https://github.com/apache/beam/pull/40024).
    context.outputWindowedValue(
        KV.of(key, valueOf(pane)),
        Instant.ofEpochMilli(pane.timestampMillis()),
        Collections.singletonList(windowOf(pane.window())),
        infoOf(pane));
  }

  /** Emits something of the element of {@code context} with its timestamp, in some window. */
  final <T> void emitAside(
      DoFn<?, KV<K, R>>.ProcessContext context, Instant timestamp, TupleTag<T> tag, T output) {
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

    private Values(boolean global) {
      super(global);
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
      super(true);
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

    private Changes(boolean global) {
      super(global);
    }

    @Override
    Change<O> valueOf(FiredPane<O> pane) {
      return new Change<>(
          pane.value(), pane.isRetraction() ? Change.Kind.RETRACTION : Change.Kind.PANE);
    }
  }

  private static final class Numbered<K, O, R> extends PaneOutput<K, O, KV<Integer, R>> {
    private static final long serialVersionUID = 1L;

    private final PaneOutput<K, O, R> panes;

    private Numbered(PaneOutput<K, O, R> panes) {
      super(panes.global);
      this.panes = panes;
    }

    @Override
    KV<Integer, R> valueOf(FiredPane<O> pane) {
      return KV.of(pane.windowSpec(), panes.valueOf(pane));
    }

    @Override
    PaneInfo infoOf(FiredPane<O> pane) {
      return panes.infoOf(pane);
    }
  }
}
