package io.slicewise.pipelines.explain;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.Scenario.Accumulation;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Checked settings of a command.
 *
 * @param windows one or several kinds of windows over the same elements
 * @param trigger when they fire
 * @param latenessMillis how long after its end a window takes late elements
 * @param accumulation what a pane holds of a window that has fired before
 * @param occurrences what happens in the example; empty for one that suits the windows
 * @param runner the runner that is asked about
 */
record Question(
    List<WindowSpec> windows,
    Firing trigger,
    long latenessMillis,
    Accumulation accumulation,
    List<Occurrence> occurrences,
    Optional<KnownRunner> runner) {
  private static final int MOST_OCCURRENCES = 50;

  /** Copies the lists. */
  Question {
    windows = List.copyOf(windows);
    occurrences = List.copyOf(occurrences);
  }

  /**
   * Checks options.
   *
   * @throws SettingException for the first that cannot be used
   */
  static Question of(ExplainOptions options) {
    return new Question(
        new WindowsText(options).windows(),
        Firing.of(options.trigger, options.earlyEvery),
        DurationText.parse("--lateness", options.lateness, 0),
        choice("--accumulation", options.accumulation, List.of(Accumulation.values())),
        options.events.map(Question::occurrences).orElse(List.of()),
        options.runner.map(name -> choice("--runner", name, List.of(KnownRunner.values()))));
  }

  /** The choice that is called like this; a text form is in lower case. */
  static <T> T choice(String option, String name, List<T> choices) {
    for (T choice : choices) {
      if (choice.toString().equalsIgnoreCase(name)) {
        return choice;
      }
    }
    throw new SettingException(
        String.format(
            "%s=%s: unknown. Use one of: %s.",
            option,
            name,
            choices.stream()
                .map(choice -> choice instanceof KnownRunner ? choice.toString() : lower(choice))
                .collect(Collectors.joining(", "))));
  }

  private static String lower(Object choice) {
    return choice.toString().toLowerCase(Locale.ROOT);
  }

  private static List<Occurrence> occurrences(String text) {
    List<Occurrence> occurrences = new ArrayList<>();
    OptionalLong watermark = OptionalLong.empty();
    for (String part : Arrays.asList(text.split(",", -1))) {
      String word = part.strip();
      boolean element = !word.startsWith("@");
      long millis = DurationText.parse("--events", element ? word : word.substring(1), 0);
      if (!element && watermark.isPresent() && millis < watermark.getAsLong()) {
        throw new SettingException(
            String.format(
                "--events=%s: the watermark must not go back but goes from %s to %s. Give the times"
                    + " after an @ in ascending order.",
                text, TimeText.duration(watermark.getAsLong()), TimeText.duration(millis)));
      }
      watermark = element ? watermark : OptionalLong.of(millis);
      occurrences.add(new Occurrence(element, millis));
    }
    if (occurrences.size() > MOST_OCCURRENCES) {
      throw new SettingException(
          String.format(
              "--events: has %d times, and at most %d are drawn. Leave some out, or write a scenario"
                  + " (slicewise scenario --help).",
              occurrences.size(), MOST_OCCURRENCES));
    }
    return occurrences;
  }

  /** The settings with nothing happening, as engine and Beam are asked about them. */
  Scenario scenario() {
    return new Scenario(
        "explain",
        "",
        "",
        AggregateSpec.of(AggregateSpec.Kind.COUNT),
        windows,
        trigger.spec(),
        latenessMillis,
        accumulation,
        TimestampCombiner.END_OF_WINDOW,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS,
        List.of(new Event.WatermarkEnd()),
        new Expectation(List.of(), List.of(), OptionalLong.empty()),
        "");
  }

  /** The aggregation as the engine runs it. */
  WindowedAggregation aggregation() {
    return ScenarioWindows.forEngine(scenario());
  }
}
