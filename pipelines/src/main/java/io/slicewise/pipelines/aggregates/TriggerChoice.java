package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.SettingException;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.joda.time.Duration;

/**
 * When windows give panes.
 *
 * @param preset which of the presets
 * @param trigger the same for Beam
 */
public record TriggerChoice(Preset preset, Trigger trigger) implements Serializable {
  private static final Duration DEFAULT_DELAY = Duration.standardSeconds(30);
  private static final int MOST_DIGITS = 9;

  /** Named triggers. */
  public enum Preset {
    /** One pane when the watermark passes the end, one for each late record. */
    AT_WATERMARK,
    /** The same, and early panes. */
    EARLY_AND_LATE,
    /** One pane for each record. */
    EVERY_ELEMENT
  }

  /**
   * Checks the options for the trigger.
   *
   * @throws SettingException for the first that cannot be used
   */
  static TriggerChoice of(AggregationOptions options) {
    Preset preset = Option.of("trigger", options.getTrigger()).choice(List.of(Preset.values()));
    Option early = Option.of("earlyEvery", options.getEarlyEvery());
    if (preset != Preset.EARLY_AND_LATE) {
      early.refuse("only --trigger=early-and-late has early panes that wait");
    }
    AfterWatermark.AfterWatermarkEarlyAndLate late =
        AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(1));
    return new TriggerChoice(
        preset,
        switch (preset) {
          case AT_WATERMARK -> late;
          case EARLY_AND_LATE -> late.withEarlyFirings(early(early));
          case EVERY_ELEMENT -> Repeatedly.forever(AfterPane.elementCountAtLeast(1));
        });
  }

  private static Trigger.OnceTrigger early(Option early) {
    String given = early.value().orElse("");
    if (given.matches("\\d+")) {
      if (given.length() > MOST_DIGITS || Integer.parseInt(given) == 0) {
        throw early.wrong("must be from 1 to 999999999 records", "Use for example 100");
      }
      return AfterPane.elementCountAtLeast(Integer.parseInt(given));
    }
    Duration delay =
        given.isEmpty() ? DEFAULT_DELAY : WindowChoice.duration(early, "a duration", 1);
    return AfterProcessingTime.pastFirstElementInPane().plusDelayOf(delay);
  }
}
