package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
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

    private boolean isOfSessions() {
      return compareTo(SESSIONS) >= 0;
    }

    private boolean isRetracting() {
      return this == RETRACTING || this == RETRACTING_SESSIONS;
    }
  }

  private static final long DAY = 24L * 60 * 60 * 1000;
  private static final long DAYS_PER_MONTH = 30;

  /** Time zones, and local dates with unusual changes. */
  private static final List<Map.Entry<String, String>> CHANGES =
      List.of(
          Map.entry("UTC", "1970-01-01"),
          Map.entry("Europe/Berlin", "2024-03-31"),
          Map.entry("Europe/Berlin", "2024-10-27"),
          Map.entry("America/New_York", "2024-03-10"),
          Map.entry("America/New_York", "2024-11-03"),
          Map.entry("Australia/Lord_Howe", "2024-04-07"),
          Map.entry("Australia/Lord_Howe", "2024-10-06"),
          Map.entry("Pacific/Apia", "2011-12-30"),
          Map.entry("Pacific/Kwajalein", "1993-08-21"),
          Map.entry("America/Juneau", "1867-10-18"),
          Map.entry("America/Sao_Paulo", "2018-02-18"),
          Map.entry("America/Sao_Paulo", "2018-11-04"),
          Map.entry("Asia/Beirut", "2022-10-30"),
          Map.entry("Asia/Beirut", "2024-03-31"),
          Map.entry("Africa/Cairo", "2010-08-11"),
          Map.entry("Africa/Cairo", "2023-04-28"),
          Map.entry("Africa/Cairo", "2024-11-01"),
          Map.entry("America/St_Johns", "2010-03-14"),
          Map.entry("America/St_Johns", "2010-11-07"));

  /** One script in this many has a trigger that may finish and lose data. */
  private static final int FINISHING = 12;

  /** One script in this many has windows of many slices, and many elements. */
  private static final int WIDE = 100;

  private final Random random;
  private final Script script = new Script();

  /** Where the times of the script begin. */
  private long base;

  /** How far an event may be from the others. */
  private long reach;

  private long period;
  private long size;
  private long offset;

  /** An instant with something unusual about it, near which times are. */
  private long middle;

  private CalendarDefinition calendar;
  private boolean sessions;
  private boolean trailing;
  private boolean inOrder;
  private boolean wide;
  private long watermark;
  private final Map<String, Long> latest = new HashMap<>();
  private final List<Long> timestamps = new ArrayList<>();
  private int elements;

  private RandomScripts(long seed) {
    this.random = new Random(seed);
  }

  /** The script of any kind with the number {@code number} of {@code seed}. */
  static Scenario script(long seed, long number) {
    return script(seed, number, Kind.ANY);
  }

  /** The script with the number {@code number} of {@code seed} and {@code kind}. */
  static Scenario script(long seed, long number, Kind kind) {
    long mixed = (seed ^ (number * 0x9E3779B97F4A7C15L) ^ kind.ordinal()) * 0xBF58476D1CE4E5B9L;
    RandomScripts scripts = new RandomScripts(mixed ^ (mixed >>> 29));
    scripts.script.id =
        "random-" + kind.name().toLowerCase(Locale.ROOT) + "-" + seed + "-" + number;
    scripts.settings(kind);
    scripts.events();
    return scripts.script.toScenario();
  }

  private void settings(Kind kind) {
    windows(kind);
    if (kind == Kind.SEVERAL) {
      furtherWindows();
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
          case 1 -> TimeBounds.LAST_WINDOW_INSTANT - reach;
          case 2, 3 -> -1_000_000_000 - (long) random.nextInt(100);
          default -> middle - reach / 2;
        };
    // sessions that only grow at their end never become one
    inOrder = random.nextInt(sessions ? 10 : 4) == 0;
    script.aggregate =
        AggregateSpec.of(
            inOrder
                ? AggregateSpec.Kind.CONCAT
                : random.nextInt(kind.isRetracting() ? 2 : 8) == 0
                    ? AggregateSpec.Kind.SUM
                    : AggregateSpec.Kind.LIST);
  }

  private void windows(Kind kind) {
    wide = random.nextInt(WIDE) == 0;
    int share = random.nextInt(20);
    if (kind == Kind.TRAILING) {
      trailing();
    } else if (kind == Kind.CUMULATIVE || (isOpen(kind) && share < 3)) {
      cumulative();
    } else if (kind == Kind.CALENDAR || (isOpen(kind) && share < 6)) {
      calendar();
    } else if (kind == Kind.STREAM_TIME || (isOpen(kind) && kind != Kind.SEVERAL && share < 9)) {
      size = unit() * (1 + random.nextInt(15));
      period = size;
      reach = 4 * size;
      script.windows = new WindowSpec.StreamTime(size);
    } else if (kind.isOfSessions()) {
      sessions(kind);
    } else {
      aligned();
    }
  }

  private static boolean isOpen(Kind kind) {
    return kind == Kind.ANY || kind == Kind.RETRACTING || kind == Kind.SEVERAL;
  }

  /** Windows beside those there are, of which some have edges in common with them. */
  private void furtherWindows() {
    long slice = Math.max(1, Math.min(size, period));
    List<WindowSpec> further = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      long small = Math.max(1, random.nextBoolean() ? slice : size / (1 + random.nextInt(7)));
      long large = small * (1 + random.nextInt(9));
      large = large > TimeBounds.MAX_DURATION / 2 || large < small ? small : large;
      further.add(
          switch (random.nextInt(10)) {
            case 8, 9 -> new WindowSpec.Sessions(small, random.nextBoolean());
            case 0 -> new WindowSpec.Global();
            case 1, 2 -> new WindowSpec.Sliding(large, small, random.nextBoolean() ? 0 : small / 2);
            case 3 -> new WindowSpec.Sliding(small, large, random.nextBoolean() ? 0 : small / 2);
            case 4 -> new WindowSpec.Cumulative(large, small, random.nextBoolean() ? 0 : small / 2);
            default -> new WindowSpec.Fixed(large, random.nextBoolean() ? 0 : small / 2);
          });
    }
    script.furtherWindows = further;
  }

  /** Sessions forget what has finished, which Beam does only if the bounds are others. */
  private boolean hasSessions() {
    return sessions
        || script.furtherWindows.stream().anyMatch(WindowSpec.Sessions.class::isInstance);
  }

  private void sessions(Kind kind) {
    sessions = true;
    size = unit() * (1 + random.nextInt(15));
    period = size;
    reach = 4 * size;
    boolean inclusive =
        kind == Kind.INCLUSIVE_SESSIONS
            || (kind == Kind.RETRACTING_SESSIONS && random.nextBoolean());
    script.windows = new WindowSpec.Sessions(size, inclusive);
  }

  private void trailing() {
    size = unit() * random.nextInt(12);
    period = Math.max(1, size);
    reach = 3 * size + 1 + random.nextInt(12);
    trailing = true;
    script.windows = new WindowSpec.Trailing(size);
  }

  private void cumulative() {
    long steps = wide ? 15 + random.nextInt(30) : 1 + random.nextInt(8);
    period = unit() * (1 + random.nextInt(6));
    if (steps * period > TimeBounds.MAX_DURATION / 2) {
      steps = 2;
    }
    size = steps * period;
    reach = 2 * size + 2 * period;
    script.windows = new WindowSpec.Cumulative(size, period, offset(size));
  }

  private void calendar() {
    int count = wide ? 15 + random.nextInt(30) : 1 + random.nextInt(6);
    int every =
        switch (random.nextInt(4)) {
          case 0 -> 1;
          case 1 -> count;
          default -> 1 + random.nextInt(6);
        };
    Map.Entry<String, String> change = CHANGES.get(random.nextInt(CHANGES.size()));
    WindowSpec.CalendarUnit unit = pick(WindowSpec.CalendarUnit.values());
    long length =
        switch (unit) {
          case DAYS -> DAY;
          case WEEKS -> 7 * DAY;
          case MONTHS -> DAYS_PER_MONTH * DAY;
        };
    period = every * length;
    size = count * length;
    reach = 2 * (size + period);
    middle = LocalDate.parse(change.getValue()).atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1000;
    if (random.nextInt(3) == 0) {
      // any other change, from 1900 to 2039
      Instant from = Instant.ofEpochSecond((long) ((random.nextDouble() * 2 - 1) * 2_208_988_800L));
      ZoneOffsetTransition next = ZoneId.of(change.getKey()).getRules().nextTransition(from);
      middle = next == null ? from.toEpochMilli() : next.getInstant().toEpochMilli();
    }
    WindowSpec.Calendar spec = new WindowSpec.Calendar(unit, count, every, change.getKey());
    calendar = new CalendarDefinition(spec);
    script.windows = spec;
  }

  private long unit() {
    return switch (random.nextInt(30)) {
      case 0 -> TimeBounds.MAX_DURATION / 23;
      case 1, 2, 3 -> 60_000;
      default -> 1;
    };
  }

  private void aligned() {
    if (wide) {
      period = 1L + random.nextInt(3);
      size = (period * (15L + random.nextInt(30))) + random.nextInt(2);
      reach = 2 * size;
      script.windows = new WindowSpec.Sliding(size, period, offset(period));
      return;
    }
    long unit = unit();
    size = unit * (1 + random.nextInt(15));
    period =
        switch (random.nextInt(6)) {
          case 0 -> size;
          case 1 -> size + unit * (1 + random.nextInt(6));
          case 2 -> Math.max(1, size / (1 + random.nextInt(5)));
          default -> unit * (1 + random.nextInt(15));
        };
    period = Math.max(period, size / 12 + 1);
    reach = 2 * (size + period);
    switch (random.nextInt(10)) {
      case 0 -> {
        script.windows = new WindowSpec.Global();
      }
      case 1, 2, 3 -> {
        period = size;
        script.windows = new WindowSpec.Fixed(size, offset(period));
      }
      default -> script.windows = new WindowSpec.Sliding(size, period, offset(period));
    }
  }

  private long offset(long limit) {
    offset = random.nextBoolean() ? 0 : (long) (random.nextDouble() * limit);
    return offset;
  }

  private void lateness() {
    script.allowedLateness =
        switch (random.nextInt(10)) {
          case 0, 1, 2 -> 0;
          case 3, 4, 5, 6 -> (long) (random.nextDouble() * size) + 1;
          case 7, 8 -> reach;
          default -> random.nextBoolean() ? 1_000_000 : TimeBounds.MAX_TIMESTAMP;
        };
  }

  private void events() {
    int elementShare = pick(new Integer[] {85, 70, 50, 30});
    boolean timed = script.trigger.toString().contains("AfterProcessingTime");
    int timeShare = timed ? 20 + random.nextInt(60) : random.nextInt(10);
    int restartShare = random.nextInt(3) == 0 ? 10 : 0;
    int keys = 1 + Math.max(0, random.nextInt(sessions ? 4 : 5) - 2);
    watermark = TimeBounds.MIN_TIMESTAMP;
    int length = wide ? 80 : random.nextInt(3) == 0 ? 60 : 25;
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
        sessions ? sessionTimestamp() : inTime(base + (long) (random.nextDouble() * reach));
    if (random.nextInt(4) == 0 && watermark > TimeBounds.MIN_TIMESTAMP) {
      timestamp = inTime(watermark - size + random.nextInt(3));
    }
    if (random.nextInt(4) == 0) {
      timestamp = inTime(edgeNear(timestamp) + aside());
    }
    if (inOrder) {
      timestamp =
          Math.max(
              latest.getOrDefault(key, Long.MIN_VALUE),
              inTime(base + (long) (random.nextDouble() * reach * Math.min(1, elements / 10.0))));
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
      case 0, 1 -> inTime(near(present) + side * size + aside());
      case 2, 3 -> inTime(near(present) + (long) (random.nextDouble() * size));
      case 4, 5 -> inTime(near(present) + side * (long) ((1 + random.nextDouble()) * size));
      case 6 ->
          inTime(watermark - Math.min(script.allowedLateness, 2 * size) - size + random.nextInt(4));
      default -> inTime(present + (long) ((random.nextDouble() * 6 - 3) * size));
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
              (sessions ? Math.max(watermark, base) : base)
                  + (long) (random.nextDouble() * (sessions ? 2 * size : reach));
      default -> {
        long near = Math.max(watermark, base) + (long) (random.nextDouble() * period * 2);
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
    if (trailing && !timestamps.isEmpty()) {
      long sizes = random.nextInt(3) - 1L;
      return timestamps.get(random.nextInt(timestamps.size())) + sizes * (size + 1);
    }
    if (calendar != null) {
      return calendar.edgeNear(inTime(millis));
    }
    if (sessions) {
      return near(millis) + size;
    }
    return millis - Math.floorMod(millis - size - offset, period);
  }

  /** How far a time is from an edge: an instant, and in calendars also some half hours. */
  private long aside() {
    long instants = random.nextInt(3) - 1L;
    return calendar == null || random.nextBoolean()
        ? instants
        : instants + (random.nextInt(9) - 4) * DAY / 48;
  }

  private static long inTime(long millis) {
    return Math.max(TimeBounds.MIN_TIMESTAMP, Math.min(millis, TimeBounds.LAST_WINDOW_INSTANT));
  }

  private <T> T pick(T[] options) {
    return options[random.nextInt(options.length)];
  }
}
