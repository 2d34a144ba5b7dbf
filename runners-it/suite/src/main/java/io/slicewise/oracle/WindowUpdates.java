package io.slicewise.oracle;

import io.slicewise.core.engine.WindowUpdate;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Scenarios whose windows change on the way: of two specifications, the first holds until the first
 * restart and the second from then on. The allowed lateness after it is in the id.
 */
final class WindowUpdates {
  private static final String LATENESS = "-lateness-";

  private WindowUpdates() {}

  /** The scenario with the windows before the update. */
  static Scenario before(Scenario scenario) {
    return with(scenario, scenario.windows().get(0), scenario.allowedLatenessMillis());
  }

  /** The scenario with the windows and the lateness after the update. */
  static Scenario after(Scenario scenario) {
    int lateness = scenario.id().indexOf(LATENESS) + LATENESS.length();
    return with(
        scenario,
        scenario.windows().get(scenario.windows().size() - 1),
        Long.parseLong(scenario.id().substring(lateness)));
  }

  /** How many events come before the update. */
  static int position(Scenario scenario) {
    List<Event> events = scenario.events();
    int position = 0;
    while (position < events.size() && !(events.get(position) instanceof Event.Restart)) {
      position++;
    }
    return position == events.size() ? 0 : position;
  }

  /** Whether the state may go on. */
  static boolean isAccepted(Scenario scenario) {
    return update(scenario).refusal().isEmpty();
  }

  static WindowUpdate update(Scenario scenario) {
    return new WindowUpdate(specOf(before(scenario)), specOf(after(scenario)));
  }

  private static WindowingSpec specOf(Scenario scenario) {
    return ScenarioWindows.forEngine(scenario).specs().get(0);
  }

  private static Scenario with(Scenario scenario, WindowSpec windows, long lateness) {
    Script script = Script.of(scenario);
    script.windows = windows;
    script.furtherWindows = List.of();
    script.allowedLateness = lateness;
    return script.toScenario();
  }

  /**
   * The update with the number {@code number} of {@code seed}: half of them keep each new window as
   * it was, the others shorten windows.
   */
  static Scenario script(long seed, long number) {
    Random random = new Random(seed * 31 + number);
    Scenario scenario = RandomScripts.script(seed, number);
    for (long next = 1; !hasSlidingWindows(scenario); next++) {
      scenario = RandomScripts.script(seed + next, number);
    }
    Script script = Script.of(scenario);
    WindowSpec.Sliding before = sliding(scenario.windows().get(0));
    script.windows = before;
    script.furtherWindows = List.of(after(before, random));
    script.combiner = TimestampCombiner.END_OF_WINDOW;
    if (random.nextInt(4) > 0) {
      script.trigger = new TriggerSpec.DefaultTrigger();
    }
    script.id = script.id + LATENESS + latenessAfter(script.allowedLateness, before, random);
    script.events = new ArrayList<>(script.events);
    script.events.removeIf(Event.Restart.class::isInstance);
    script.events.add(random.nextInt(script.events.size() + 1), new Event.Restart());
    return script.toScenario();
  }

  /** An update of windows that stay what they were, of which some may go, or none. */
  static Scenario withLatenessAsItWas(Scenario scenario) {
    Script script = Script.of(scenario);
    int lateness = script.id.indexOf(LATENESS) + LATENESS.length();
    script.id = script.id.substring(0, lateness) + script.allowedLateness;
    WindowSpec.Sliding before = (WindowSpec.Sliding) script.windows;
    WindowSpec.Sliding after = (WindowSpec.Sliding) script.furtherWindows.get(0);
    if (before.sizeMillis() != after.sizeMillis()) {
      script.furtherWindows = List.of(before);
    }
    return script.toScenario();
  }

  /** The scenario that ends, without the end of time, after its first events. */
  static Scenario firstEvents(Scenario scenario, int count) {
    return new Scenario(
        scenario.id(),
        scenario.title(),
        scenario.source(),
        scenario.aggregate(),
        scenario.windows(),
        scenario.trigger(),
        scenario.allowedLatenessMillis(),
        scenario.accumulation(),
        scenario.timestampCombiner(),
        scenario.closingBehavior(),
        scenario.onTimeBehavior(),
        scenario.events().subList(0, count),
        scenario.expect(),
        scenario.verified());
  }

  private static boolean hasSlidingWindows(Scenario scenario) {
    WindowSpec.Sliding windows = sliding(scenario.windows().get(0));
    return windows != null && windows.periodMillis() <= windows.sizeMillis();
  }

  private static WindowSpec.Sliding sliding(WindowSpec windows) {
    if (windows instanceof WindowSpec.Fixed fixed) {
      return new WindowSpec.Sliding(fixed.sizeMillis(), fixed.sizeMillis(), fixed.offsetMillis());
    }
    return windows instanceof WindowSpec.Sliding sliding ? sliding : null;
  }

  private static WindowSpec after(WindowSpec.Sliding before, Random random) {
    long step = before.periodMillis();
    long size = before.sizeMillis();
    if (random.nextBoolean()) {
      long cut = random.nextBoolean() ? 0 : size % step;
      long steps = (size - cut) / step;
      long shorter = cut + step * (long) (random.nextDouble() * (steps + 1));
      size = shorter < step ? size : shorter;
    }
    long period = step * (1 + random.nextInt((int) Math.min(3, size / step)));
    long end = before.offsetMillis() + before.sizeMillis() + step * random.nextInt(4);
    return new WindowSpec.Sliding(size, period, Math.floorMod(end - size, period));
  }

  private static long latenessAfter(long lateness, WindowSpec.Sliding windows, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> (long) (random.nextDouble() * lateness);
      case 1 -> Math.max(lateness, (long) (random.nextDouble() * 2 * windows.sizeMillis()));
      default -> lateness;
    };
  }
}
