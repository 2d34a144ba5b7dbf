package io.slicewise.pipelines.scenario.run;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AlignTo;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.TimeStep;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.AfterAll;
import org.apache.beam.sdk.transforms.windowing.AfterEach;
import org.apache.beam.sdk.transforms.windowing.AfterFirst;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Trigger.OnceTrigger;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** {@link TriggerSpec}s as Beam's triggers. */
public final class BeamTriggers {
  private BeamTriggers() {}

  /**
   * The Beam trigger that {@code spec} describes.
   *
   * @throws ClassCastException if a part must be a once-trigger and is not
   */
  public static Trigger of(TriggerSpec spec) {
    if (spec instanceof TriggerSpec.DefaultTrigger) {
      return DefaultTrigger.of();
    }
    if (spec instanceof TriggerSpec.AfterEndOfWindow) {
      return AfterWatermark.pastEndOfWindow();
    }
    if (spec instanceof EarlyAndLate both) {
      AfterWatermark.AfterWatermarkEarlyAndLate early =
          AfterWatermark.pastEndOfWindow().withEarlyFirings(onceOf(both.early()));
      return both.late().isPresent() ? early.withLateFirings(onceOf(both.late().get())) : early;
    }
    if (spec instanceof TriggerSpec.AfterPane afterPane) {
      return AfterPane.elementCountAtLeast(afterPane.count());
    }
    if (spec instanceof TriggerSpec.AfterProcessingTime afterProcessingTime) {
      return afterProcessingTime(afterProcessingTime.steps());
    }
    if (spec instanceof TriggerSpec.Repeatedly repeatedly) {
      return Repeatedly.forever(of(repeatedly.of()));
    }
    if (spec instanceof OrFinally both) {
      return of(both.main()).orFinally(onceOf(both.until()));
    }
    if (spec instanceof TriggerSpec.AfterEach each) {
      return AfterEach.inOrder(each.of().stream().map(BeamTriggers::of).toList());
    }
    if (spec instanceof TriggerSpec.AfterFirst first) {
      return AfterFirst.of(first.of().stream().map(BeamTriggers::of).toList());
    }
    if (spec instanceof TriggerSpec.AfterAll all) {
      return AfterAll.of(all.of().stream().map(BeamTriggers::of).toList());
    }
    return Never.ever();
  }

  private static OnceTrigger onceOf(TriggerSpec spec) {
    if (of(spec) instanceof OnceTrigger once) {
      return once;
    }
    throw new IllegalArgumentException(
        "trigger: early, late and until must fire once but one was " + spec + ".");
  }

  private static Trigger afterProcessingTime(List<TimeStep> steps) {
    AfterProcessingTime trigger = AfterProcessingTime.pastFirstElementInPane();
    for (TimeStep step : steps) {
      if (step instanceof Delay delay) {
        trigger = trigger.plusDelayOf(Duration.millis(delay.millis()));
      } else if (step instanceof AlignTo alignTo) {
        trigger =
            trigger.alignedTo(
                Duration.millis(alignTo.periodMillis()),
                Instant.ofEpochMilli(alignTo.offsetMillis()));
      }
    }
    return trigger;
  }
}
