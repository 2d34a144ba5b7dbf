package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Random scenarios. The same seed and number give the same scenario. They aim at edges: watermarks
 * and elements gather around the ends and expiries of windows, times around 0, before 1970 and at
 * both ends of time.
 */
final class RandomScripts {

  /** What a script is about. */
  enum Kind {
    /** Any windows but sessions, more than half fixed, sliding and global. */
    ANY,
    /** Cumulative windows. */
    CUMULATIVE,
    /** Calendar windows. */
    CALENDAR,
    /** Windows by stream time. */
    STREAM_TIME,
    /** Any windows but sessions, with withdrawals. */
    RETRACTING,
    /** Two or three window specifications at once. */
    SEVERAL,
    /** Trailing windows. */
    TRAILING,
    /** Sessions as Beam has them. */
    SESSIONS,
    /** Sessions that elements exactly the gap apart belong to. */
    INCLUSIVE_SESSIONS,
    /** Sessions of both kinds, with withdrawals. */
    RETRACTING_SESSIONS;

    boolean isOfSessions() {
      return compareTo(SESSIONS) >= 0;
    }

    private boolean isRetracting() {
      return this == RETRACTING || this == RETRACTING_SESSIONS;
    }
  }

  private static final long HALF_HOUR = 30L * 60 * 1000;

  /** One script in this many has a trigger that may finish and lose data. */
  private static final int FINISHING = 12;

  private final Random random;
  private final Script script = new Script();
  private final RandomWindows windows;

  /** Where the times of the script begin. */
  private long base;

  private boolean inOrder;
  private long watermark;
  private final Map<String, Long> latest = new HashMap<>();
  private final List<Long> timestamps = new ArrayList<>();
  private int elements;

  private RandomScripts(long seed) {
    this.random = new Random(seed);
    this.windows = new RandomWindows(random, script);
  }

  /** The script of any kind with the number {@code number} of {@code seed}. */
  static Scenario script(long seed, long number) {
    return script(seed, number, Kind.ANY);
  }

  /** The script with the number {@code number} of {@code seed} and {@code kind}. */
  static Scenario script(long seed, long number, Kind kind) {
    long mixed =
        (seed ^ (number * 0x9E3779B97F4A7C15L) ^ kind.name().hashCode()) * 0xBF58476D1CE4E5B9L;
    RandomScripts scripts = new RandomScripts(mixed ^ (mixed >>> 29));
    scripts.script.id =
        "random-" + kind.name().toLowerCase(Locale.ROOT) + "-" + seed + "-" + number;
    scripts.settings(kind);
    scripts.events();
    return scripts.script.toScenario();
  }

  private void settings(Kind kind) {
    windows.choose(kind);
    if (kind == Kind.SEVERAL) {
      windows.chooseFurther();
    }
    lateness();
    script.trigger =
        new RandomTriggers(random)
            .next(script.allowedLateness, random.nextInt(FINISHING) == 0 && !hasSessions());
    if (kind == Kind.TRAILING) {
      script.trigger = new TriggerSpec.DefaultTrigger();
    }
    script.accumulation =
        kind.isRetracting() || random.nextInt(4) == 0
            ? Scenario.Accumulation.RETRACTING
            : random.nextBoolean()
                ? Scenario.Accumulation.ACCUMULATING
                : Scenario.Accumulation.DISCARDING;
    script.combiner =
        kind == Kind.TRAILING ? TimestampCombiner.END_OF_WINDOW : pick(TimestampCombiner.values());
    script.closing = pick(FiringBehavior.values());
    script.onTime = pick(FiringBehavior.values());
    base =
        switch (random.nextInt(12)) {
          case 0 -> TimeBounds.MIN_TIMESTAMP;
          case 1 -> TimeBounds.LAST_WINDOW_INSTANT - windows.reach();
          case 2, 3 -> -1_000_000_000 - (long) random.nextInt(100);
          default -> windows.middle() - windows.reach() / 2;
        };
    // sessions that only grow at their end never become one
    inOrder = random.nextInt(windows.sessions() ? 10 : 4) == 0;
    script.aggregate =
        AggregateSpec.of(
            inOrder
                ? AggregateSpec.Kind.CONCAT
                : random.nextInt(kind.isRetracting() ? 2 : 8) == 0
                    ? AggregateSpec.Kind.SUM
                    : AggregateSpec.Kind.LIST);
  }

  /** Sessions forget what has finished, which Beam does only if the bounds are others. */
  private boolean hasSessions() {
    return windows.sessions()
        || script.furtherWindows.stream().anyMatch(WindowSpec.Sessions.class::isInstance);
  }

  private void lateness() {
    script.allowedLateness =
        switch (random.nextInt(10)) {
          case 0, 1, 2 -> 0;
          case 3, 4, 5, 6 -> (long) (random.nextDouble() * windows.size()) + 1;
          case 7, 8 -> windows.reach();
          default -> random.nextBoolean() ? 1_000_000 : TimeBounds.MAX_TIMESTAMP;
        };
  }

  private void events() {
    int elementShare = pick(new Integer[] {85, 70, 50, 30});
    boolean timed = script.trigger.toString().contains("AfterProcessingTime");
    int timeShare = timed ? 20 + random.nextInt(60) : random.nextInt(10);
    int restartShare = random.nextInt(3) == 0 ? 10 : 0;
    int keys = 1 + Math.max(0, random.nextInt(windows.sessions() ? 4 : 5) - 2);
    watermark = TimeBounds.MIN_TIMESTAMP;
    int length = windows.wide() ? 80 : random.nextInt(3) == 0 ? 60 : 25;
    for (int i = 2 + random.nextInt(length); i > 0; i--) {
      if (random.nextInt(100) < restartShare) {
        script.events.add(new Event.Restart());
      } else if (random.nextInt(100) < elementShare) {
        addElement("k" + random.nextInt(keys));
      } else if (random.nextInt(100) < timeShare) {
        script.events.add(new Event.AdvanceProcessingTime(random.nextInt(12)));
      } else {
        moveWatermark();
      }
    }
  }

  private void addElement(String key) {
    long timestamp =
        windows.sessions()
            ? sessionTimestamp()
            : inTime(base + (long) (random.nextDouble() * windows.reach()));
    if (random.nextInt(4) == 0 && watermark > TimeBounds.MIN_TIMESTAMP) {
      timestamp = inTime(watermark - windows.size() + random.nextInt(3));
    }
    if (random.nextInt(4) == 0) {
      timestamp = inTime(edgeNear(timestamp) + aside());
    }
    if (inOrder) {
      timestamp =
          Math.max(
              latest.getOrDefault(key, Long.MIN_VALUE),
              inTime(
                  base
                      + (long)
                          (random.nextDouble() * windows.reach() * Math.min(1, elements / 10.0))));
      latest.put(key, timestamp);
    }
    timestamps.add(timestamp);
    elements++;
    Object value =
        switch (script.aggregate.kind()) {
          case CONCAT -> "-" + elements;
          case SUM -> 1L << (elements % 63);
          default -> (long) elements;
        };
    script.events.add(new Event.Element(key, value, timestamp));
  }

  /** A time around the watermark, about the gap away from another element, or almost too late. */
  private long sessionTimestamp() {
    long present = Math.max(watermark, base);
    int side = random.nextBoolean() ? 1 : -1;
    return switch (random.nextInt(10)) {
      case 0, 1 -> inTime(near(present) + side * windows.size() + aside());
      case 2, 3 -> inTime(near(present) + (long) (random.nextDouble() * windows.size()));
      case 4, 5 ->
          inTime(near(present) + side * (long) ((1 + random.nextDouble()) * windows.size()));
      case 6 ->
          inTime(
              watermark
                  - Math.min(script.allowedLateness, 2 * windows.size())
                  - windows.size()
                  + random.nextInt(4));
      default -> inTime(present + (long) ((random.nextDouble() * 6 - 3) * windows.size()));
    };
  }

  /** The time of a recent element. */
  private long near(long present) {
    int recent = Math.min(timestamps.size(), 8);
    return recent == 0 ? present : timestamps.get(timestamps.size() - 1 - random.nextInt(recent));
  }

  /** Moves the watermark to an edge of a window, a little, or anywhere. */
  private void moveWatermark() {
    long target;
    switch (random.nextInt(4)) {
      case 0 -> target = Math.max(watermark, base) + random.nextInt(4);
      case 1 ->
          target =
              (windows.sessions() ? Math.max(watermark, base) : base)
                  + (long)
                      (random.nextDouble()
                          * (windows.sessions() ? 2 * windows.size() : windows.reach()));
      default -> {
        long near = Math.max(watermark, base) + (long) (random.nextDouble() * windows.period() * 2);
        long edge = edgeNear(near) + random.nextInt(3) - 1;
        target =
            random.nextInt(3) == 0 ? TimeBounds.plusWithinTime(edge, script.allowedLateness) : edge;
      }
    }
    watermark = Math.max(watermark, inTime(target));
    script.events.add(new Event.Watermark(watermark));
  }

  /** The end of a window about {@code millis}, or something near the end. */
  private long edgeNear(long millis) {
    if (windows.trailing() && !timestamps.isEmpty()) {
      long sizes = random.nextInt(3) - 1L;
      return timestamps.get(random.nextInt(timestamps.size())) + sizes * (windows.size() + 1);
    }
    if (windows.calendar() != null) {
      return windows.calendar().edgeNear(inTime(millis));
    }
    if (windows.sessions()) {
      return near(millis) + windows.size();
    }
    return windows.alignedEdgeNear(millis);
  }

  /** How far a time is from an edge: an instant, and in calendars also some half hours. */
  private long aside() {
    long instants = random.nextInt(3) - 1L;
    return windows.calendar() == null || random.nextBoolean()
        ? instants
        : instants + (random.nextInt(9) - 4) * HALF_HOUR;
  }

  private static long inTime(long millis) {
    return Math.max(TimeBounds.MIN_TIMESTAMP, Math.min(millis, TimeBounds.LAST_WINDOW_INSTANT));
  }

  private <T> T pick(T[] options) {
    return options[random.nextInt(options.length)];
  }
}
