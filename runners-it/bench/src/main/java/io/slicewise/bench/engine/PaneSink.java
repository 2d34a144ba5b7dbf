package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import java.io.Serializable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.functions.sink.RichSinkFunction;

/** Where the panes of a job of Flink go. */
final class PaneSink<P> extends RichSinkFunction<P> {
  private static final long serialVersionUID = 1L;

  private final String measurementId;
  private final PaneForm<P> form;
  private transient Measurement measurement;

  /** Tells key, window and value of a pane. */
  interface PaneForm<P> extends Serializable {
    void tell(P pane, Measurement measurement);
  }

  PaneSink(String measurementId, PaneForm<P> form) {
    this.measurementId = measurementId;
    this.form = form;
  }

  @Override
  public void open(Configuration parameters) {
    measurement = Measurement.of(measurementId);
  }

  @Override
  public void invoke(P pane, Context context) {
    form.tell(pane, measurement);
  }

  @Override
  public void finish() {
    measurement.bundleFinished();
  }
}
