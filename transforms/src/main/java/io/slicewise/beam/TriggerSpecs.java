package io.slicewise.beam;

import io.slicewise.core.trigger.TriggerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.transforms.windowing.AfterAll;
import org.apache.beam.sdk.transforms.windowing.AfterEach;
import org.apache.beam.sdk.transforms.windowing.AfterFirst;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterSynchronizedProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.AfterWatermarkEarlyAndLate;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.FromEndOfWindow;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.Never.NeverTrigger;
import org.apache.beam.sdk.transforms.windowing.OrFinallyTrigger;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.TimestampTransform;
import org.apache.beam.sdk.transforms.windowing.Trigger;

/** Beam's triggers as {@link TriggerSpec}s. */
final class TriggerSpecs {
  private TriggerSpecs() {}

  /**
   * The value form of {@code trigger}.
   *
   * @throws IllegalArgumentException if it is, or contains, a trigger Beam's builders do not make,
   *     or one of its settings is out of range
   */
  static TriggerSpec specOf(Trigger trigger) {
    if (trigger instanceof DefaultTrigger) {
      return new TriggerSpec.DefaultTrigger();
    }
    if (trigger instanceof FromEndOfWindow) {
      return new TriggerSpec.AfterEndOfWindow();
    }
    if (trigger instanceof AfterWatermarkEarlyAndLate earlyAndLate) {
      return new TriggerSpec.EarlyAndLate(
          specOf(earlyAndLate.getEarlyTrigger()),
          Optional.ofNullable(earlyAndLate.getLateTrigger()).map(TriggerSpecs::specOf));
    }
    if (trigger instanceof AfterPane afterPane) {
      return afterPane(afterPane.getElementCount());
    }
    if (trigger instanceof AfterProcessingTime afterProcessingTime) {
      return new TriggerSpec.AfterProcessingTime(
          afterProcessingTime.getTimestampTransforms().stream().map(TriggerSpecs::stepOf).toList());
    }
    // A continuation of AfterProcessingTime; user code has no timer for the synchronized domain.
    if (trigger instanceof AfterSynchronizedProcessingTime) {
      return new TriggerSpec.AfterProcessingTime(List.of());
    }
    if (trigger instanceof Repeatedly repeatedly) {
      return new TriggerSpec.Repeatedly(specOf(repeatedly.getRepeatedTrigger()));
    }
    if (trigger instanceof OrFinallyTrigger orFinally) {
      return new TriggerSpec.OrFinally(
          specOf(orFinally.getMainTrigger()), specOf(orFinally.getUntilTrigger()));
    }
    if (trigger instanceof AfterEach) {
      return new TriggerSpec.AfterEach(specsOf(trigger.subTriggers()));
    }
    if (trigger instanceof AfterFirst) {
      return new TriggerSpec.AfterFirst(specsOf(trigger.subTriggers()));
    }
    if (trigger instanceof AfterAll) {
      return new TriggerSpec.AfterAll(specsOf(trigger.subTriggers()));
    }
    if (trigger instanceof NeverTrigger) {
      return new TriggerSpec.Never();
    }
    throw new IllegalArgumentException(
        "windowedBy: the trigger "
            + trigger
            + " of "
            + trigger.getClass().getName()
            + " is not supported. Build it from AfterWatermark, AfterProcessingTime, AfterPane,"
            + " AfterFirst, AfterAll, AfterEach, Repeatedly, orFinally, Never or DefaultTrigger.");
  }

  private static List<TriggerSpec> specsOf(List<Trigger> triggers) {
    List<TriggerSpec> specs = new ArrayList<>(triggers.size());
    for (Trigger trigger : triggers) {
      specs.add(specOf(trigger));
    }
    return specs;
  }

  private static TriggerSpec afterPane(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "windowedBy: AfterPane.elementCountAtLeast must be 1 element or more but was "
              + count
              + ". Use 1 to fire for every element.");
    }
    return new TriggerSpec.AfterPane(count);
  }

  private static TriggerSpec.TimeStep stepOf(TimestampTransform transform) {
    if (transform instanceof TimestampTransform.Delay delay) {
      long millis = delay.getDelay().getMillis();
      if (millis < 0) {
        throw new IllegalArgumentException(
            "windowedBy: AfterProcessingTime.plusDelayOf must be zero or more but was "
                + millis
                + " ms. Leave it out to fire right after the first element of a pane.");
      }
      return new TriggerSpec.Delay(millis);
    }
    if (transform instanceof TimestampTransform.AlignTo alignTo) {
      long millis = alignTo.getPeriod().getMillis();
      if (millis < 1) {
        throw new IllegalArgumentException(
            "windowedBy: the period of AfterProcessingTime.alignedTo must be 1 ms or more but was "
                + millis
                + " ms. Leave alignedTo out to fire unaligned.");
      }
      return new TriggerSpec.AlignTo(millis, alignTo.getOffset().getMillis());
    }
    throw new IllegalArgumentException(
        "windowedBy: AfterProcessingTime with "
            + transform
            + " is not supported. Use plusDelayOf and alignedTo.");
  }
}
