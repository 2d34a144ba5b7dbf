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
    /** Any windows and accumulation, more than half fixed, sliding and global. */
    ANY,
    /** Cumulative windows. */
    CUMULATIVE,
    /** Calendar windows. */
    CALENDAR,
    /** Windows by stream time. */
    STREAM_TIME,
    /** Any windows, with withdrawals. */
    RETRACTING,
    /** Trailing windows. */
    TRAILING
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

  /** Of the elements so far, where windows hang on them. */
  private List<Long> timestamps;

  private boolean inOrder;
  private boolean wide;
  private long watermark;
  private final Map<String, Long> latest = new HashMap<>();
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
    lateness();
    script.trigger =
        new RandomTriggers(random).next(script.allowedLateness, random.nextInt(FINISHING) == 0);
    if (kind == Kind.TRAILING) {
      script.trigger = new TriggerSpec.DefaultTrigger();
    }
    script.accumulation =
        kind == Kind.RETRACTING || random.nextInt(4) == 0
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
    inOrder = random.nextInt(4) == 0;
    script.aggregate =
        AggregateSpec.of(
            inOrder
                ? AggregateSpec.Kind.CONCAT
                : random.nextInt(kind == Kind.RETRACTING ? 2 : 8) == 0
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
    } else if (kind == Kind.STREAM_TIME || (isOpen(kind) && share < 9)) {
      size = unit() * (1 + random.nextInt(15));
      period = size;
      reach = 4 * size;
      script.windows = new WindowSpec.StreamTime(size);
    } else {
      aligned();
    }
  }

  private static boolean isOpen(Kind kind) {
    return kind == Kind.ANY || kind == Kind.RETRACTING;
  }

  private void trailing() {
    size = unit() * random.nextInt(12);
    period = Math.max(1, size);
    reach = 3 * size + 1 + random.nextInt(12);
    timestamps = new ArrayList<>();
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
    int keys = 1 + Math.max(0, random.nextInt(5) - 2);
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
    long timestamp = inTime(base + (long) (random.nextDouble() * reach));
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
    elements++;
    if (timestamps != null) {
      timestamps.add(timestamp);
    }
    Object value =
        switch (script.aggregate.kind()) {
          case CONCAT -> "-" + elements;
          case SUM -> 1L << (elements % 63);
          default -> (long) elements;
        };
    script.events.add(new Event.Element(key, value, timestamp));
  }

  /** Moves the watermark to an edge of a window, a little, or anywhere. */
  private void moveWatermark() {
    long target;
    switch (random.nextInt(4)) {
      case 0 -> target = Math.max(watermark, base) + random.nextInt(4);
      case 1 -> target = base + (long) (random.nextDouble() * reach);
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
    if (timestamps != null && !timestamps.isEmpty()) {
      long sizes = random.nextInt(3) - 1L;
      return timestamps.get(random.nextInt(timestamps.size())) + sizes * (size + 1);
    }
    if (calendar != null) {
      return calendar.edgeNear(inTime(millis));
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
