package io.slicewise.oracle;

import static io.slicewise.core.window.TimeBounds.LAST_WINDOW_INSTANT;
import static io.slicewise.core.window.TimeBounds.MAX_DURATION;
import static io.slicewise.core.window.TimeBounds.MAX_TIMESTAMP;
import static io.slicewise.core.window.TimeBounds.MIN_TIMESTAMP;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.Scenario.Accumulation;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Elements and watermarks at the first and the last instants that there are, and in the middle: in
 * windows of every kind, with every sort of lateness. What is expected is what the oracles say.
 */
public final class EndsOfTime {
  /** The longest duration that the portable form of a window function may have: 10,000 years. */
  private static final long LONGEST_OF_RUNNERS = 315_576_000_000_000L;

  private static final Map<Accumulation, Long> LATENESS =
      Map.of(
          Accumulation.ACCUMULATING, 0L,
          Accumulation.DISCARDING, 7L,
          Accumulation.RETRACTING, MAX_DURATION);

  private static final Map<Accumulation, TimestampCombiner> COMBINERS =
      Map.of(
          Accumulation.ACCUMULATING, TimestampCombiner.END_OF_WINDOW,
          Accumulation.DISCARDING, TimestampCombiner.EARLIEST,
          Accumulation.RETRACTING, TimestampCombiner.LATEST);

  private EndsOfTime() {}

  /** The scenarios for the engine. */
  static List<Scenario> ofEngine() throws Exception {
    return scenarios(windows(MAX_DURATION), events());
  }

  /**
   * The scenarios for runners: they drop what comes when the watermark is beyond the global window,
   * in the last day of time.
   */
  public static List<Scenario> ofRunners() throws Exception {
    List<Event> events = events();
    int beyond = events.indexOf(new Event.Watermark(LAST_WINDOW_INSTANT + 1));
    List<Event> arriving = new ArrayList<>(events.subList(0, beyond));
    events.subList(beyond, events.size()).stream()
        .filter(event -> !(event instanceof Event.Element))
        .forEach(arriving::add);
    return scenarios(windows(LONGEST_OF_RUNNERS), arriving);
  }

  private static List<Scenario> scenarios(List<List<WindowSpec>> kinds, List<Event> events)
      throws Exception {
    List<Scenario> scenarios = new ArrayList<>();
    for (List<WindowSpec> windows : kinds) {
      for (Accumulation accumulation : Accumulation.values()) {
        String id = "ends-of-time-" + scenarios.size();
        Scenario scenario = scenario(windows, accumulation, id, events);
        Scenario within = scenario(windows, accumulation, id, withinWindows(events));
        scenarios.add(scenario.withExpect(expectation(scenario, within)));
      }
    }
    return scenarios;
  }

  /** What the oracles say of {@code within}, with late elements as they are in {@code scenario}. */
  private static Expectation expectation(Scenario scenario, Scenario within) throws Exception {
    Outcome outcome =
        TrailingOracle.supports(within) ? TrailingOracle.run(within) : ReduceFnOracle.run(within);
    List<Object> late = outcome.late().stream().map(Event.Element::value).toList();
    return Expectation.exactly(
        outcome.panes(),
        scenario.events().stream()
            .filter(Event.Element.class::isInstance)
            .map(Event.Element.class::cast)
            .filter(element -> late.contains(element.value()))
            .toList(),
        outcome.droppedDueToLateness());
  }

  /**
   * The events with timestamps after all windows moved into the last, which is where they belong.
   * Beam's own grouping fails for them.
   */
  private static List<Event> withinWindows(List<Event> events) {
    return events.stream()
        .map(
            event ->
                event instanceof Event.Element element
                    ? new Event.Element(
                        element.key(),
                        element.value(),
                        Math.min(element.timestampMillis(), LAST_WINDOW_INSTANT))
                    : event)
        .toList();
  }

  /** Each accumulation mode with another lateness, timestamp combiner and trigger. */
  private static Scenario scenario(
      List<WindowSpec> windows, Accumulation accumulation, String id, List<Event> events) {
    boolean trailing = windows.get(0) instanceof WindowSpec.Trailing;
    boolean plain = accumulation == Accumulation.ACCUMULATING || trailing;
    TriggerSpec each = new TriggerSpec.AfterPane(1);
    return new Scenario(
        id,
        windows + " " + accumulation,
        "own",
        AggregateSpec.of(AggregateSpec.Kind.LIST),
        windows,
        plain && !(windows.get(0) instanceof WindowSpec.Global)
            ? new TriggerSpec.DefaultTrigger()
            : new TriggerSpec.EarlyAndLate(each, each),
        LATENESS.get(accumulation),
        accumulation,
        trailing ? TimestampCombiner.END_OF_WINDOW : COMBINERS.get(accumulation),
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS,
        events,
        Expectation.exactly(List.of(), List.of(), 0),
        "oracle");
  }

  private static List<Event> events() {
    Events events = new Events();
    events.element(MIN_TIMESTAMP).element(MIN_TIMESTAMP + 1).element(MIN_TIMESTAMP + 12);
    events.element(MAX_TIMESTAMP - 1).element(LAST_WINDOW_INSTANT);
    events.watermark(MIN_TIMESTAMP + 1).element(MIN_TIMESTAMP).element(MIN_TIMESTAMP + 1);
    events.watermark(MIN_TIMESTAMP + 30).element(MIN_TIMESTAMP + 12).element(MIN_TIMESTAMP + 40);
    events.element(-1).element(0).watermark(0).element(-1).element(1).watermark(1_000);
    events.element(0).element(LAST_WINDOW_INSTANT - 20).watermark(LAST_WINDOW_INSTANT - 11);
    events.element(LAST_WINDOW_INSTANT - 20).element(LAST_WINDOW_INSTANT - 1);
    events.element(LAST_WINDOW_INSTANT + 1).watermark(LAST_WINDOW_INSTANT);
    events.element(LAST_WINDOW_INSTANT).element(LAST_WINDOW_INSTANT - 9);
    events.watermark(LAST_WINDOW_INSTANT + 1).element(LAST_WINDOW_INSTANT);
    events.element(MAX_TIMESTAMP - 1).watermark(MAX_TIMESTAMP - 1).element(MAX_TIMESTAMP - 1);
    return events.end();
  }

  private static List<List<WindowSpec>> windows(long longest) {
    return List.of(
        List.of(new WindowSpec.Fixed(1, 0)),
        List.of(new WindowSpec.Fixed(10, 3)),
        List.of(new WindowSpec.Fixed(longest, 0)),
        List.of(new WindowSpec.Fixed(longest, longest / 2)),
        List.of(new WindowSpec.Sliding(25, 10, 4)),
        List.of(new WindowSpec.Sliding(6, 10, 1)),
        List.of(new WindowSpec.Sliding(longest, longest / 3, 5)),
        List.of(new WindowSpec.Sliding(5, longest, 0)),
        List.of(new WindowSpec.Cumulative(30, 10, 4)),
        List.of(new WindowSpec.Cumulative(longest / 5 * 5, longest / 5, 1)),
        List.of(new WindowSpec.Sessions(10, false)),
        List.of(new WindowSpec.Sessions(10, true)),
        List.of(new WindowSpec.Sessions(longest, false)),
        List.of(new WindowSpec.Trailing(10)),
        List.of(new WindowSpec.StreamTime(10)),
        List.of(new WindowSpec.Calendar(WindowSpec.CalendarUnit.DAYS, 2, 1, "Europe/Berlin")),
        List.of(new WindowSpec.Calendar(WindowSpec.CalendarUnit.MONTHS, 1, 1, "America/New_York")),
        List.of(new WindowSpec.Global()),
        List.of(
            new WindowSpec.Fixed(10, 0),
            new WindowSpec.Sliding(25, 10, 0),
            new WindowSpec.Sessions(5, false)));
  }

  private static final class Events {
    private final List<Event> events = new ArrayList<>();
    private long value;

    /** An element with a value that tells it from all others. */
    private Events element(long timestamp) {
      events.add(new Event.Element("k", ++value, timestamp));
      return this;
    }

    private Events watermark(long millis) {
      events.add(new Event.Watermark(millis));
      return this;
    }

    private List<Event> end() {
      events.add(new Event.WatermarkEnd());
      return events;
    }
  }
}
