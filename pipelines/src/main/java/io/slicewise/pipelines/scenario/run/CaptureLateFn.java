package io.slicewise.pipelines.scenario.run;

import io.slicewise.beam.LateElement;
import io.slicewise.pipelines.scenario.Event;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Adds each late element to the {@link CapturedOutput} of the run. */
final class CaptureLateFn<V> extends DoFn<KV<String, LateElement<V>>, Void> {
  private static final long serialVersionUID = 1L;

  private final String runId;

  CaptureLateFn(String runId) {
    this.runId = runId;
  }

  @ProcessElement
  public void process(@Element KV<String, LateElement<V>> late) {
    LateElement<V> element = late.getValue();
    CapturedOutput.of(runId)
        .addLate(
            new Event.Element(late.getKey(), element.value(), element.timestamp().getMillis()));
  }
}
