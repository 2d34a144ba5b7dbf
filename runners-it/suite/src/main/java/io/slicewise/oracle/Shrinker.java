package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Makes a failing scenario as small and plain as it can, one step that still fails at a time. */
final class Shrinker {
  private static final int MAX_ATTEMPTS = 20_000;

  private final Predicate<Scenario> fails;
  private Scenario smallest;
  private int attempts;

  private Shrinker(Scenario failing, Predicate<Scenario> fails) {
    this.smallest = failing;
    this.fails = fails;
  }

  /** The smallest scenario found for which {@code fails}, as it does for {@code failing}. */
  static Scenario shrink(Scenario failing, Predicate<Scenario> fails) {
    Shrinker shrinker = new Shrinker(failing, fails);
    boolean smaller = true;
    while (smaller && shrinker.attempts < MAX_ATTEMPTS) {
      boolean fewer = shrinker.dropEvents();
      boolean plainer = shrinker.plainSettings();
      smaller = shrinker.smallTimes() || fewer || plainer;
    }
    return shrinker.smallest;
  }

  private boolean attempt(Consumer<Script> change) {
    Script script = Script.of(smallest);
    boolean safe = TriggerSafety.isSafe(script.trigger, script.allowedLateness);
    change.accept(script);
    Scenario changed = script.toScenario();
    if (changed.equals(smallest)
        || attempts >= MAX_ATTEMPTS
        || !script.isValid()
        || (safe && !TriggerSafety.isSafe(script.trigger, script.allowedLateness))) {
      return false;
    }
    attempts++;
    if (!fails.test(changed)) {
      return false;
    }
    smallest = changed;
    return true;
  }

  private boolean dropEvents() {
    boolean dropped = false;
    for (int length = smallest.events().size() / 2; length > 0; length /= 2) {
      int size = length;
      for (int i = smallest.events().size() - 1 - length; i >= 0; i--) {
        int from = i;
        if (from + size < smallest.events().size()) {
          dropped |= attempt(script -> script.events.subList(from, from + size).clear());
        }
      }
    }
    return dropped;
  }

  private boolean plainSettings() {
    boolean changed = false;
    for (TriggerSpec trigger : SmallerTriggers.of(smallest.trigger())) {
      changed |= attempt(script -> script.trigger = trigger);
    }
    for (WindowSpec windows : SmallerWindows.of(smallest.windows().get(0))) {
      changed |= attempt(script -> script.windows = windows);
    }
    List<WindowSpec> further = Script.of(smallest).furtherWindows;
    for (int i = 0; i < further.size(); i++) {
      List<WindowSpec> fewer = new ArrayList<>(further);
      WindowSpec removed = fewer.remove(i);
      changed |= attempt(script -> script.furtherWindows = fewer);
      changed |=
          attempt(
              script -> {
                script.windows = removed;
                script.furtherWindows = fewer;
              });
    }
    further = Script.of(smallest).furtherWindows;
    for (int i = 0; i < further.size(); i++) {
      for (WindowSpec windows : SmallerWindows.of(further.get(i))) {
        List<WindowSpec> changedOne = new ArrayList<>(further);
        changedOne.set(i, windows);
        changed |= attempt(script -> script.furtherWindows = changedOne);
      }
    }
    for (long lateness : smaller(smallest.allowedLatenessMillis())) {
      changed |= attempt(script -> script.allowedLateness = lateness);
    }
    changed |= attempt(script -> script.accumulation = Scenario.Accumulation.ACCUMULATING);
    changed |= attempt(script -> script.combiner = TimestampCombiner.END_OF_WINDOW);
    changed |= attempt(script -> script.closing = FiringBehavior.FIRE_IF_NON_EMPTY);
    changed |= attempt(script -> script.onTime = FiringBehavior.FIRE_ALWAYS);
    return changed;
  }

  private boolean smallTimes() {
    boolean changed = shiftAll();
    for (int i = 0; i < smallest.events().size() - 1; i++) {
      int index = i;
      Event event = smallest.events().get(index);
      if (event instanceof Event.Element element) {
        changed |=
            replace(index, new Event.Element("k0", element.value(), element.timestampMillis()));
        changed |=
            replaceTime(
                index,
                element.timestampMillis(),
                time -> new Event.Element(element.key(), element.value(), time));
      } else if (event instanceof Event.Watermark moved) {
        changed |= replaceTime(index, moved.millis(), Event.Watermark::new);
      } else if (event instanceof Event.AdvanceProcessingTime moved) {
        changed |= replaceTime(index, moved.millis(), Event.AdvanceProcessingTime::new);
      }
    }
    return changed;
  }

  private boolean replaceTime(int index, long time, LongFunction<Event> event) {
    boolean changed = false;
    for (long less : smaller(time)) {
      changed |= replace(index, event.apply(less));
    }
    return changed;
  }

  private boolean replace(int index, Event event) {
    return attempt(script -> script.events.set(index, event));
  }

  /** Moves all event times towards zero together. */
  private boolean shiftAll() {
    long first = 0;
    for (Event event : smallest.events()) {
      if (event instanceof Event.Element element) {
        first = element.timestampMillis();
        break;
      }
    }
    boolean changed = false;
    for (long less : smaller(first)) {
      long shift = less - first;
      changed |= attempt(script -> script.events.replaceAll(event -> shifted(event, shift)));
    }
    return changed;
  }

  private static Event shifted(Event event, long shift) {
    if (event instanceof Event.Element element) {
      return new Event.Element(element.key(), element.value(), element.timestampMillis() + shift);
    } else if (event instanceof Event.Watermark moved) {
      return new Event.Watermark(Math.max(moved.millis() + shift, TimeBounds.MIN_TIMESTAMP));
    }
    return event;
  }

  /** Numbers nearer to zero, the nearest first. */
  static List<Long> smaller(long number) {
    List<Long> smaller = new ArrayList<>();
    for (long less :
        new long[] {0, number / 2, number - number / 4, number - Long.signum(number)}) {
      if (less != number) {
        smaller.add(less);
      }
    }
    return smaller;
  }
}
