package io.slicewise.beam;

import static io.slicewise.core.window.TimeBounds.LAST_WINDOW_INSTANT;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.Windows;
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
 * @param <O> the type of the aggregates
 * @param <R> the type of the values that are emitted for them
 */
abstract class PaneOutput<O, R> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean global;

  private PaneOutput(Windows windows) {
    this.global = windows instanceof GlobalWindowPlan;
  }

  /** The output of aggregates as they are, of panes of {@code windows}. */
  static <O> PaneOutput<O, O> ofValues(Windows windows) {
    return new Values<>(windows);
  }

  /** The output of aggregates as {@link Change}s, of panes of {@code windows}. */
  static <O> PaneOutput<O, Change<O>> ofChanges(Windows windows) {
    return new Changes<>(windows);
  }

  /** The output of results that are no panes of a window, as they are. */
  static <O> PaneOutput<O, O> ofResults() {
    return new Results<>(value -> value);
  }

  /** The output of rows with the aggregates of their frames. */
  static <V, O> PaneOutput<OverRow<V, O>, OverResult<V, O>> ofRows() {
    return new Results<>(row -> new OverResult<>(row.value(), row.aggregate()));
  }

  /** What is emitted for {@code pane}. */
  abstract R valueOf(FiredPane<O> pane);

  /** What is told of {@code pane} beside its value. */
  PaneInfo infoOf(FiredPane<O> pane) {
    return paneInfoOf(pane);
  }

  /** Emits {@code pane} of {@code key} to the main output. */
  final <K> void emit(DoFn<?, KV<K, R>>.WindowedContext context, K key, FiredPane<O> pane) {
    context.outputWindowedValue(
        KV.of(key, valueOf(pane)),
        Instant.ofEpochMilli(pane.timestampMillis()),
        Collections.singletonList(windowOf(pane.window())),
        infoOf(pane));
  }

  /** Emits the element of {@code context}, which came too late, in some window. */
  <K, V> void emitLate(
      DoFn<KV<K, V>, ?>.ProcessContext context,
      TupleTag<KV<K, LateElement<V>>> tag,
      KV<K, LateElement<V>> late) {
    long timestampMillis = Math.min(context.timestamp().getMillis(), LAST_WINDOW_INSTANT);
    context.outputWindowedValue(
        tag,
        late,
        context.timestamp(),
        Collections.singletonList(windowOf(new TimeWindow(timestampMillis, timestampMillis + 1))),
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

  private static final class Values<O> extends PaneOutput<O, O> {
    private static final long serialVersionUID = 1L;

    private Values(Windows windows) {
      super(windows);
    }

    @Override
    O valueOf(FiredPane<O> pane) {
      return pane.value();
    }
  }

  private static final class Results<O, R> extends PaneOutput<O, R> {
    private static final long serialVersionUID = 1L;

    private final SerializableFunction<O, R> result;

    private Results(SerializableFunction<O, R> result) {
      super(new GlobalWindowPlan());
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

  private static final class Changes<O> extends PaneOutput<O, Change<O>> {
    private static final long serialVersionUID = 1L;

    private Changes(Windows windows) {
      super(windows);
    }

    @Override
    Change<O> valueOf(FiredPane<O> pane) {
      return new Change<>(
          pane.value(), pane.isRetraction() ? Change.Kind.RETRACTION : Change.Kind.PANE);
    }
  }
}
