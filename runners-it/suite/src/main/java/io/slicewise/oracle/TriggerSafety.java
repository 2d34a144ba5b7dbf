package io.slicewise.oracle;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.run.BeamTriggers;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.AfterWatermarkEarlyAndLate;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.FromEndOfWindow;
import org.apache.beam.sdk.transforms.windowing.Never.NeverTrigger;
import org.apache.beam.sdk.transforms.windowing.Trigger;

/** The rule of {@code GroupByKey.triggerIsSafe}. */
final class TriggerSafety {
  private TriggerSafety() {}

  /** Whether Beam accepts the trigger that {@code spec} describes. */
  static boolean isSafe(TriggerSpec spec, long allowedLatenessMillis) {
    Trigger trigger = BeamTriggers.of(spec);
    if (!trigger.mayFinish() || trigger instanceof NeverTrigger) {
      return true;
    }
    if (trigger instanceof AfterWatermarkEarlyAndLate both) {
      return allowedLatenessMillis == 0 || both.getLateTrigger() != null;
    }
    return trigger instanceof FromEndOfWindow && allowedLatenessMillis == 0;
  }
}
