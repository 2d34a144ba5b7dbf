package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A scenario in the making: its settings and events, which may be changed, and no expectation. */
final class Script {
  String id = "random";
  AggregateSpec aggregate = AggregateSpec.of(AggregateSpec.Kind.LIST);
  WindowSpec windows = new WindowSpec.Fixed(10, 0);

  /** The window specifications after the first. */
  List<WindowSpec> furtherWindows = List.of();

  TriggerSpec trigger = new TriggerSpec.DefaultTrigger();
  long allowedLateness;
  Scenario.Accumulation accumulation = Scenario.Accumulation.ACCUMULATING;
  TimestampCombiner combiner = TimestampCombiner.END_OF_WINDOW;
  FiringBehavior closing = FiringBehavior.FIRE_IF_NON_EMPTY;
  FiringBehavior onTime = FiringBehavior.FIRE_ALWAYS;

  /** All events but the last, which is always the end of time. */
  List<Event> events = new ArrayList<>();

  /** The script of {@code scenario}. */
  static Script of(Scenario scenario) {
    Script script = new Script();
    script.id = scenario.id();
    script.aggregate = scenario.aggregate();
    script.windows = scenario.windows().get(0);
    script.furtherWindows = scenario.windows().subList(1, scenario.windows().size());
    script.trigger = scenario.trigger();
    script.allowedLateness = scenario.allowedLatenessMillis();
    script.accumulation = scenario.accumulation();
    script.combiner = scenario.timestampCombiner();
    script.closing = scenario.closingBehavior();
    script.onTime = scenario.onTimeBehavior();
    script.events = new ArrayList<>(scenario.events());
    script.events.removeIf(event -> event instanceof Event.WatermarkEnd);
    return script;
  }

  /** This script as a scenario. */
  Scenario toScenario() {
    List<Event> all = new ArrayList<>(events);
    all.add(new Event.WatermarkEnd());
    return new Scenario(
        id,
        "random script",
        "own",
        aggregate,
        Stream.concat(Stream.of(windows), furtherWindows.stream()).toList(),
        trigger,
        allowedLateness,
        accumulation,
        combiner,
        closing,
        onTime,
        all,
        new Expectation(List.of(), List.of(), OptionalLong.empty()),
        "oracle");
  }

  /**
   * Whether the watermark never goes back, and values that are joined arrive in order of time. The
   * watermark is no watermark after the last window but the end of time: in between, Beam forgets
   * windows and then lets their processing-time timers fire a second last pane.
   */
  boolean isValid() {
    long watermark = Long.MIN_VALUE;
    Map<String, Long> latest = new HashMap<>();
    for (Event event : events) {
      if (event instanceof Event.Watermark moved) {
        if (moved.millis() < watermark || moved.millis() > TimeBounds.LAST_WINDOW_INSTANT) {
          return false;
        }
        watermark = moved.millis();
      } else if (event instanceof Event.Element element) {
        Long before = latest.put(element.key(), element.timestampMillis());
        boolean inOrder = before == null || before <= element.timestampMillis();
        if (element.timestampMillis() > TimeBounds.LAST_WINDOW_INSTANT
            || (aggregate.kind() == AggregateSpec.Kind.CONCAT && !inOrder)) {
          return false;
        }
      }
    }
    return true;
  }
}
