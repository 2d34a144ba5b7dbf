package io.slicewise.recovery;

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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * What is computed while jobs are killed: sums of numbers that are too large to agree by chance.
 */
enum RecoveryCase {
  /** Windows that wait for their end, in a store of slices. */
  SLIDING(
      List.of(new WindowSpec.Sliding(1000, 100, 0)),
      new TriggerSpec.DefaultTrigger(),
      Accumulation.ACCUMULATING,
      BeforeShuffle.NOTHING,
      Lateness.NONE),
  /** Late elements, of which some are too late. */
  SLIDING_LATE(
      List.of(new WindowSpec.Sliding(1000, 250, 50)),
      new TriggerSpec.DefaultTrigger(),
      Accumulation.ACCUMULATING,
      BeforeShuffle.NOTHING,
      Lateness.SOME),
  /** Panes that count elements, and hold what came since the last. */
  EARLY_DISCARDING(
      List.of(new WindowSpec.Sliding(1000, 200, 0)),
      new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(7), Optional.empty()),
      Accumulation.DISCARDING,
      BeforeShuffle.NOTHING,
      Lateness.NONE),
  /** Late elements in sessions. */
  SESSIONS_LATE(
      List.of(new WindowSpec.Sessions(40, false)),
      new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(5), new TriggerSpec.AfterPane(1)),
      Accumulation.ACCUMULATING,
      BeforeShuffle.NOTHING,
      Lateness.SOME),
  /** Sessions that grow, each pane replacing those before. */
  SESSIONS_RETRACTING(
      List.of(new WindowSpec.Sessions(25, false)),
      new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(3), Optional.empty()),
      Accumulation.RETRACTING,
      BeforeShuffle.NOTHING,
      Lateness.NONE),
  /** Several windows over one store, with early and late panes that are withdrawn. */
  SEVERAL_RETRACTING(
      List.of(
          new WindowSpec.Sliding(1000, 250, 0),
          new WindowSpec.Fixed(400, 0),
          new WindowSpec.Cumulative(1200, 300, 0)),
      new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(20), new TriggerSpec.AfterPane(2)),
      Accumulation.RETRACTING,
      BeforeShuffle.NOTHING,
      Lateness.SOME),
  /** Elements of a bundle are merged before the shuffle. */
  BY_BUNDLE(
      List.of(new WindowSpec.Sliding(1000, 100, 0), new WindowSpec.Fixed(300, 0)),
      new TriggerSpec.DefaultTrigger(),
      Accumulation.ACCUMULATING,
      BeforeShuffle.BY_BUNDLE,
      Lateness.NONE),
  /** Slices are merged by shard, in a step with a state and a timer of its own. */
  BY_SHARD(
      List.of(new WindowSpec.Sliding(1000, 100, 0)),
      new TriggerSpec.DefaultTrigger(),
      Accumulation.ACCUMULATING,
      BeforeShuffle.BY_SHARD,
      Lateness.NONE);

  /** How many elements the input of a job has. */
  private static final int ELEMENTS = 5600;

  private static final int ELEMENTS_PER_WATERMARK = 25;
  private static final int KEYS = 6;
  private static final long DISORDER_MILLIS = 120;
  private static final long ALLOWED_LATENESS_MILLIS = 500;

  private final List<WindowSpec> windows;
  private final TriggerSpec trigger;
  private final Accumulation accumulation;
  private final BeforeShuffle beforeShuffle;
  private final Lateness lateness;

  RecoveryCase(
      List<WindowSpec> windows,
      TriggerSpec trigger,
      Accumulation accumulation,
      BeforeShuffle beforeShuffle,
      Lateness lateness) {
    this.windows = windows;
    this.trigger = trigger;
    this.accumulation = accumulation;
    this.beforeShuffle = beforeShuffle;
    this.lateness = lateness;
  }

  /** Where elements are merged before they reach the worker of their key. */
  enum BeforeShuffle {
    NOTHING,
    BY_BUNDLE,
    BY_SHARD
  }

  /** Whether there are late elements. */
  enum Lateness {
    NONE,
    SOME
  }

  BeforeShuffle beforeShuffle() {
    return beforeShuffle;
  }

  /**
   * How many subtasks each step has. With several, one of the source has nothing to read, and when
   * it says so is a matter of the clock; until then there is no watermark, and nothing is late.
   */
  int parallelism() {
    return hasLateElements() ? 1 : 2;
  }

  /** How many elements a bundle has at most. An open bundle holds the watermark back, too. */
  long bundleSize() {
    return hasLateElements() ? 1 : 50;
  }

  boolean hasLateElements() {
    return lateness == Lateness.SOME;
  }

  /**
   * Whether a table that is written by key and window ends with the sum of each window: a session
   * that has grown leaves its earlier windows behind unless they are withdrawn.
   */
  boolean fillsTable() {
    return this != SESSIONS_LATE;
  }

  /** This case, with events that {@code seed} decides. */
  Scenario scenario(long seed) {
    return new Scenario(
        name().toLowerCase(Locale.ROOT),
        name() + " with seed " + seed,
        "own",
        AggregateSpec.of(AggregateSpec.Kind.SUM),
        windows,
        trigger,
        hasLateElements() ? ALLOWED_LATENESS_MILLIS : 0,
        accumulation,
        TimestampCombiner.END_OF_WINDOW,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS,
        events(new Random(seed)),
        new Expectation(List.of(), List.of(), OptionalLong.empty()),
        "oracle");
  }

  /** Time goes on by a millisecond per element; a key is busy for a while, then another. */
  private List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    int busy = 0;
    for (int i = 1; i <= ELEMENTS; i++) {
      if (random.nextInt(30) == 0) {
        busy = random.nextInt(KEYS);
      }
      int key = random.nextInt(4) > 0 ? busy : random.nextInt(KEYS);
      long timestamp = i + random.nextLong(DISORDER_MILLIS);
      if (hasLateElements() && random.nextInt(20) == 0) {
        timestamp -= random.nextLong(2 * ALLOWED_LATENESS_MILLIS + 1000);
      }
      events.add(new Event.Element("key " + key, random.nextLong(1L << 40), timestamp));
      if (i % ELEMENTS_PER_WATERMARK == 0) {
        events.add(new Event.Watermark(i));
      }
    }
    events.add(new Event.WatermarkEnd());
    return events;
  }
}
