package io.slicewise.beam;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * The contexts that a {@code DoFn} in the global window is called with, which note what it gives.
 */
final class RecordingContexts<I, O> {
  private final DoFn<I, O> doFn;

  /** What was given to the main output since it was last taken, with its timestamp. */
  private List<Output<O>> outputs = new ArrayList<>();

  record Output<O>(O value, long timestampMillis) {}

  RecordingContexts(DoFn<I, O> doFn) {
    this.doFn = doFn;
  }

  /** What was given since the last call. */
  List<Output<O>> taken() {
    List<Output<O>> taken = outputs;
    outputs = new ArrayList<>();
    return taken;
  }

  DoFn<I, O>.ProcessContext ofElement(I element, long timestampMillis) {
    return new Element(element, Instant.ofEpochMilli(timestampMillis));
  }

  DoFn<I, O>.OnTimerContext ofTimer(Instant fireTimestamp) {
    return new Fired(fireTimestamp);
  }

  DoFn<I, O>.FinishBundleContext ofEnd() {
    return new End();
  }

  private void add(O output, Instant timestamp) {
    outputs.add(new Output<>(output, timestamp.getMillis()));
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("not used here");
  }

  private final class Element extends DoFn<I, O>.ProcessContext {
    private final I element;
    private final Instant timestamp;

    private Element(I element, Instant timestamp) {
      doFn.super();
      this.element = element;
      this.timestamp = timestamp;
    }

    @Override
    public I element() {
      return element;
    }

    @Override
    public Instant timestamp() {
      return timestamp;
    }

    @Override
    public void output(O output) {
      add(output, timestamp);
    }

    @Override
    public void outputWithTimestamp(O output, Instant at) {
      add(output, at);
    }

    @Override
    public void outputWindowedValue(
        O output, Instant at, Collection<? extends BoundedWindow> windows, PaneInfo info) {
      throw unused();
    }

    @Override
    public <T> void output(TupleTag<T> tag, T output) {
      throw unused();
    }

    @Override
    public <T> void outputWithTimestamp(TupleTag<T> tag, T output, Instant at) {
      throw unused();
    }

    @Override
    public <T> void outputWindowedValue(
        TupleTag<T> tag,
        T output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      throw unused();
    }

    @Override
    public <T> T sideInput(PCollectionView<T> view) {
      throw unused();
    }

    @Override
    public PaneInfo pane() {
      return PaneInfo.NO_FIRING;
    }

    @Override
    public String currentRecordId() {
      return null;
    }

    @Override
    public Long currentRecordOffset() {
      return null;
    }

    @Override
    public PipelineOptions getPipelineOptions() {
      throw unused();
    }
  }

  private final class Fired extends DoFn<I, O>.OnTimerContext {
    private final Instant fireTimestamp;

    private Fired(Instant fireTimestamp) {
      doFn.super();
      this.fireTimestamp = fireTimestamp;
    }

    @Override
    public Instant timestamp() {
      return fireTimestamp;
    }

    @Override
    public Instant fireTimestamp() {
      return fireTimestamp;
    }

    @Override
    public BoundedWindow window() {
      return GlobalWindow.INSTANCE;
    }

    @Override
    public TimeDomain timeDomain() {
      return TimeDomain.EVENT_TIME;
    }

    @Override
    public void output(O output) {
      add(output, fireTimestamp);
    }

    @Override
    public void outputWithTimestamp(O output, Instant at) {
      add(output, at);
    }

    @Override
    public void outputWindowedValue(
        O output, Instant at, Collection<? extends BoundedWindow> windows, PaneInfo info) {
      throw unused();
    }

    @Override
    public <T> void output(TupleTag<T> tag, T output) {
      throw unused();
    }

    @Override
    public <T> void outputWithTimestamp(TupleTag<T> tag, T output, Instant at) {
      throw unused();
    }

    @Override
    public <T> void outputWindowedValue(
        TupleTag<T> tag,
        T output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      throw unused();
    }

    @Override
    public PipelineOptions getPipelineOptions() {
      throw unused();
    }
  }

  private final class End extends DoFn<I, O>.FinishBundleContext {
    private End() {
      doFn.super();
    }

    @Override
    public void output(O output, Instant at, BoundedWindow window) {
      add(output, at);
    }

    @Override
    public <T> void output(TupleTag<T> tag, T output, Instant at, BoundedWindow window) {
      throw unused();
    }

    @Override
    public PipelineOptions getPipelineOptions() {
      throw unused();
    }
  }
}
