package io.slicewise.beam;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.WindowPlan;
import java.io.Serializable;
import java.util.Collections;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/** Emits panes in Beam's terms: window, timestamp and {@link PaneInfo}. */
final class PaneOutput implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean global;

  private PaneOutput(boolean global) {
    this.global = global;
  }

  /** The output for panes of {@code windows}. */
  static PaneOutput of(WindowPlan windows) {
    return new PaneOutput(windows instanceof GlobalWindowPlan);
  }

  /** Emits {@code pane} of {@code key} to the main output. */
  <K, O> void emit(DoFn<?, KV<K, O>>.WindowedContext context, K key, FiredPane<O> pane) {
    context.outputWindowedValue(
        KV.of(key, pane.value()),
        Instant.ofEpochMilli(pane.timestampMillis()),
        Collections.singletonList(windowOf(pane.window())),
        paneInfoOf(pane));
  }

  /**
   * Emits the element of {@code context}, which came too late for {@code window} and all before.
   */
  <K, V> void emitLate(
      DoFn<KV<K, V>, ?>.ProcessContext context,
      TupleTag<KV<K, LateElement<V>>> tag,
      KV<K, LateElement<V>> late,
      TimeWindow window) {
    context.outputWindowedValue(
        tag,
        late,
        context.timestamp(),
        Collections.singletonList(windowOf(window)),
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
}
