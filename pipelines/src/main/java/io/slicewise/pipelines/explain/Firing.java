package io.slicewise.pipelines.explain;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import java.util.List;
import java.util.Optional;

/**
 * When windows fire.
 *
 * @param preset the trigger by name
 * @param early its early firings, if it has any
 */
record Firing(TriggerPreset preset, Optional<TriggerSpec> early) {
  /** As {@code slicewise run} has it. */
  private static final String EARLY_BY_DEFAULT = "30s";

  /**
   * Reads the options.
   *
   * @throws SettingException if one cannot be used
   */
  static Firing of(String trigger, Optional<String> earlyEvery) {
    TriggerPreset preset = Question.choice("--trigger", trigger, List.of(TriggerPreset.values()));
    if (preset != TriggerPreset.EARLY_AND_LATE && earlyEvery.isPresent()) {
      throw new SettingException(
          String.format(
              "--earlyEvery=%s: --trigger=%s has no early panes of its own. Leave it out, or use"
                  + " --trigger=early-and-late.",
              earlyEvery.get(), preset));
    }
    return new Firing(
        preset,
        preset == TriggerPreset.EARLY_AND_LATE
            ? Optional.of(early(earlyEvery.orElse(EARLY_BY_DEFAULT)))
            : Optional.empty());
  }

  private static TriggerSpec early(String text) {
    if (text.matches("[1-9][0-9]{0,5}")) {
      return new AfterPane(Integer.parseInt(text));
    }
    long delay = DurationText.parse("--earlyEvery", text, 1);
    return new AfterProcessingTime(List.of(new Delay(delay)));
  }

  /** How many elements make an early pane, if their number does. */
  Optional<Integer> earlyCount() {
    return early.map(spec -> spec instanceof AfterPane pane ? pane.count() : null);
  }

  TriggerSpec spec() {
    return switch (preset) {
      case AT_WATERMARK -> new DefaultTrigger();
      case EARLY_AND_LATE -> new EarlyAndLate(early.orElseThrow(), Optional.of(new AfterPane(1)));
      case EVERY_ELEMENT -> new Repeatedly(new AfterPane(1));
    };
  }

  /** When a window fires, in words. */
  String when() {
    String atEnd = "when the watermark passes its end, and for each late element after that";
    return switch (preset) {
      case AT_WATERMARK -> atEnd;
      case EARLY_AND_LATE -> earlyText() + " before its end, " + atEnd;
      case EVERY_ELEMENT -> "for each element of it";
    };
  }

  private String earlyText() {
    return earlyCount()
        .map(count -> count == 1 ? "after each element" : "after each " + count + " elements")
        .orElseGet(
            () -> {
              AfterProcessingTime after = (AfterProcessingTime) early.orElseThrow();
              return TimeText.duration(after.targetFrom(0)) + " of real time after a new element";
            });
  }
}
