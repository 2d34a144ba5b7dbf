package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;

/** Where the panes of a job of Beam go. */
final class PaneFn<O> extends DoFn<KV<Long, O>, Void> {
  private static final long serialVersionUID = 1L;

  private final String measurementId;
  private final ResultForm.Number64<O> number;
  private transient Measurement measurement;

  PaneFn(String measurementId, ResultForm.Number64<O> number) {
    this.measurementId = measurementId;
    this.number = number;
  }

  @Setup
  public void setup() {
    measurement = Measurement.of(measurementId);
  }

  @ProcessElement
  public void processElement(@Element KV<Long, O> pane, BoundedWindow window) {
    measurement.pane(
        pane.getKey(), window.maxTimestamp().getMillis() + 1, number.of(pane.getValue()));
  }

  @FinishBundle
  public void finishBundle() {
    measurement.bundleFinished();
  }
}
