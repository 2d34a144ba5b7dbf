package io.slicewise.hostile;

import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** Takes the panes of the aggregation down. */
final class PaneFn extends DoFn<KV<String, Long>, KV<String, Long>> {
  private static final long serialVersionUID = 1L;

  private final String run;

  PaneFn(RecoveryRun run) {
    this.run = run.id();
  }

  @ProcessElement
  public void processElement(
      @Element KV<String, Long> pane,
      @Timestamp Instant timestamp,
      PaneInfo info,
      BoundedWindow window,
      OutputReceiver<KV<String, Long>> output) {
    RecoveryRun seen = RecoveryRun.of(run);
    seen.pane(
        new RecoveryRun.WindowOfKey(pane.getKey(), window.maxTimestamp().getMillis() + 1),
        new RecoveryRun.Pane(pane.getValue(), info, timestamp.getMillis()));
    output.output(pane);
  }
}
