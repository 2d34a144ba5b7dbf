package io.slicewise.oracle;

import io.slicewise.core.trigger.TriggerSpec;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.AfterAll;
import org.apache.beam.sdk.transforms.windowing.AfterEach;
import org.apache.beam.sdk.transforms.windowing.AfterFirst;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.AfterWatermarkEarlyAndLate;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.FromEndOfWindow;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Never.NeverTrigger;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Trigger.OnceTrigger;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** Triggers as Beam's own objects. */
final class BeamTriggers {
  private BeamTriggers() {}

  /**
   * The Beam trigger that {@code spec} describes.
   *
   * @throws ClassCastException if a part must be a once-trigger and is not
   */
  static Trigger of(TriggerSpec spec) {
    if (spec instanceof TriggerSpec.DefaultTrigger) {
      return DefaultTrigger.of();
    } else if (spec instanceof TriggerSpec.AfterEndOfWindow) {
      return AfterWatermark.pastEndOfWindow();
    } else if (spec instanceof TriggerSpec.EarlyAndLate both) {
      AfterWatermarkEarlyAndLate early =
          AfterWatermark.pastEndOfWindow().withEarlyFirings(once(both.early()));
      return both.late().map(late -> early.withLateFirings(once(late))).orElse(early);
    } else if (spec instanceof TriggerSpec.AfterPane pane) {
      return AfterPane.elementCountAtLeast(pane.count());
    } else if (spec instanceof TriggerSpec.AfterProcessingTime time) {
      return afterProcessingTime(time);
    } else if (spec instanceof TriggerSpec.Repeatedly repeatedly) {
      return Repeatedly.forever(of(repeatedly.of()));
    } else if (spec instanceof TriggerSpec.OrFinally orFinally) {
      return of(orFinally.main()).orFinally(once(orFinally.until()));
    } else if (spec instanceof TriggerSpec.AfterEach each) {
      return AfterEach.inOrder(each.of().stream().map(BeamTriggers::of).toList());
    } else if (spec instanceof TriggerSpec.AfterFirst first) {
      return AfterFirst.of(onces(first.of()));
    } else if (spec instanceof TriggerSpec.AfterAll all) {
      return AfterAll.of(onces(all.of()));
    } else if (spec instanceof TriggerSpec.Never) {
      return Never.ever();
    }
    throw new IllegalArgumentException("No Beam trigger: " + spec);
  }

  private static Trigger afterProcessingTime(TriggerSpec.AfterProcessingTime spec) {
    AfterProcessingTime trigger = AfterProcessingTime.pastFirstElementInPane();
    for (TriggerSpec.TimeStep step : spec.steps()) {
      if (step instanceof TriggerSpec.Delay delay) {
        trigger = trigger.plusDelayOf(Duration.millis(delay.millis()));
      } else if (step instanceof TriggerSpec.AlignTo align) {
        trigger =
            trigger.alignedTo(
                Duration.millis(align.periodMillis()), Instant.ofEpochMilli(align.offsetMillis()));
      }
    }
    return trigger;
  }

  private static OnceTrigger once(TriggerSpec spec) {
    return (OnceTrigger) of(spec);
  }

  private static List<Trigger> onces(List<TriggerSpec> specs) {
    return specs.stream().map(spec -> (Trigger) once(spec)).toList();
  }

  /** Whether Beam's {@code GroupByKey} takes the trigger: no data is lost when it finishes. */
  static boolean isSafe(TriggerSpec spec, long allowedLatenessMillis) {
    Trigger trigger = of(spec);
    if (!trigger.mayFinish() || trigger instanceof NeverTrigger) {
      return true;
    }
    if (trigger instanceof AfterWatermarkEarlyAndLate both) {
      return allowedLatenessMillis == 0 || both.getLateTrigger() != null;
    }
    return trigger instanceof FromEndOfWindow && allowedLatenessMillis == 0;
  }
}
