package io.slicewise.pipelines.scenario;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.pipelines.scenario.LocatedJson.Fields;
import io.slicewise.pipelines.scenario.WindowSpec.StreamTime;
import io.slicewise.pipelines.scenario.WindowSpec.Trailing;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads scenarios from their JSON form, see {@code docs/scenario-format.md}. It is strict: an
 * unknown or missing field, a wrong type, or a value against the rules is an error that names its
 * place.
 */
public final class ScenarioReader {
  private ScenarioReader() {}

  /**
   * Reads a file of scenarios.
   *
   * @throws ScenarioFormatException if it cannot be read or is not a file of scenarios
   */
  public static List<Scenario> read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (NoSuchFileException e) {
      throw new ScenarioFormatException(file + ": there is no such file.");
    } catch (AccessDeniedException e) {
      throw new ScenarioFormatException(file + ": may not be read. Change its permissions.");
    } catch (CharacterCodingException e) {
      throw new ScenarioFormatException(file + ": must be UTF-8 text but is not.");
    } catch (IOException e) {
      String problem =
          Files.isDirectory(file) ? "is a directory, not a file" : "cannot be read: " + e;
      throw new ScenarioFormatException(file + ": " + problem + ".");
    }
  }

  /**
   * Reads scenarios from text.
   *
   * @param text a JSON array of scenarios
   * @param name what errors call the text
   * @throws ScenarioFormatException if it is not an array of scenarios
   */
  public static List<Scenario> parse(String text, String name) {
    String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
    LocatedJson document = LocatedJsonParser.parse(json, name);
    if (!(document.value() instanceof List)) {
      throw document.mustBe("an array of scenarios");
    }
    return document.items().stream().map(ScenarioReader::scenario).toList();
  }

  private static Scenario scenario(LocatedJson json) {
    Fields fields =
        json.fields(
            "id",
            "title",
            "source",
            "aggregate",
            "windows",
            "trigger",
            "allowedLateness",
            "accumulation",
            "timestampCombiner",
            "closingBehavior",
            "onTimeBehavior",
            "events",
            "expect",
            "verified");
    AggregateSpec aggregate = aggregate(fields.get("aggregate"));
    long allowedLatenessMillis = fields.get("allowedLateness").integer(0, Long.MAX_VALUE, " ms");
    TriggerSpec trigger = trigger(fields.get("trigger"), allowedLatenessMillis);
    TimestampCombiner combiner = fields.get("timestampCombiner").constant(TimestampCombiner.class);
    List<WindowSpec> windows = windows(fields.get("windows"), trigger, combiner);
    ValueReader values = ValueReader.of(aggregate, fields.get("events"));
    List<Event> events = new EventReader(values).read(fields.get("events"));
    return new Scenario(
        id(fields.get("id")),
        fields.get("title").text(),
        fields.get("source").text(),
        aggregate,
        windows,
        trigger,
        allowedLatenessMillis,
        fields.get("accumulation").constant(Scenario.Accumulation.class),
        combiner,
        fields.get("closingBehavior").constant(FiringBehavior.class),
        fields.get("onTimeBehavior").constant(FiringBehavior.class),
        events,
        new ExpectationReader(values, windows.size()).read(fields.get("expect")),
        fields.get("verified").text());
  }

  private static String id(LocatedJson json) {
    if (json.text().isBlank()) {
      throw json.error("must not be empty.");
    }
    return json.text();
  }

  private static AggregateSpec aggregate(LocatedJson json) {
    String text = json.text();
    try {
      return AggregateSpec.parse(text);
    } catch (IllegalArgumentException e) {
      throw json.error(e.getMessage());
    }
  }

  private static TriggerSpec trigger(LocatedJson json, long allowedLatenessMillis) {
    TriggerSpec trigger = TriggerReader.read(json);
    if (!TriggerSafety.isSafe(trigger, allowedLatenessMillis)) {
      throw json.error(
          "may finish while its window still takes elements, which would then be lost"
              + " (allowedLateness "
              + allowedLatenessMillis
              + " ms). Use it as \"of\" of a repeatedly trigger.");
    }
    return trigger;
  }

  private static List<WindowSpec> windows(
      LocatedJson json, TriggerSpec trigger, TimestampCombiner combiner) {
    List<WindowSpec> windows = json.items().stream().map(WindowReader::read).toList();
    if (windows.isEmpty()) {
      throw json.error("must hold at least one window specification but was empty.");
    }
    for (int i = 0; i < windows.size(); i++) {
      boolean trailing = windows.get(i) instanceof Trailing;
      LocatedJson window = json.items().get(i);
      if ((trailing || windows.get(i) instanceof StreamTime) && windows.size() > 1) {
        throw window.error(
            "must be the only window specification but was one of " + windows.size() + ".");
      }
      if (trailing && !(trigger instanceof DefaultTrigger)) {
        throw window.error("trailing windows take the default trigger only.");
      }
      if (trailing && combiner != TimestampCombiner.END_OF_WINDOW) {
        throw window.error("trailing windows take the timestamp combiner END_OF_WINDOW only.");
      }
    }
    return windows;
  }
}
