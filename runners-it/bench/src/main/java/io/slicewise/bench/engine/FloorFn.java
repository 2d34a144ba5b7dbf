package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * The least that a stateful {@code DoFn} can do: reads one number and writes it, for each event.
 */
final class FloorFn extends DoFn<KV<Long, Long>, Void> {
  private static final long serialVersionUID = 1L;

  @StateId("sum")
  private final StateSpec<ValueState<Long>> sumSpec = StateSpecs.value(VarLongCoder.of());

  private final String measurementId;
  private transient Measurement measurement;

  FloorFn(String measurementId) {
    this.measurementId = measurementId;
  }

  @Setup
  public void setup() {
    measurement = Measurement.of(measurementId);
  }

  @ProcessElement
  public void processElement(
      @Element KV<Long, Long> event, @AlwaysFetched @StateId("sum") ValueState<Long> sum) {
    Long before = sum.read();
    sum.write((before == null ? 0 : before) + event.getValue());
  }

  @FinishBundle
  public void finishBundle() {
    measurement.bundleFinished();
  }
}
