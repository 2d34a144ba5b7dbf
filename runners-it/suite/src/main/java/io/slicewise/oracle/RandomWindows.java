package io.slicewise.oracle;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The windows of a random script, and what times go well with them. */
final class RandomWindows {
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

  /** One script in this many has windows of many slices, and many elements. */
  private static final int WIDE = 100;

  private final Random random;
  private final Script script;

  private long reach;
  private long period;
  private long size;
  private long offset;
  private long middle;
  private CalendarDefinition calendar;
  private boolean sessions;
  private boolean trailing;
  private boolean wide;

  /** Chooses for {@code script}, by {@code random}. */
  RandomWindows(Random random, Script script) {
    this.random = random;
    this.script = script;
  }

  /** Chooses the windows of the script. */
  void choose(RandomScripts.Kind kind) {
    wide = random.nextInt(WIDE) == 0;
    int share = random.nextInt(20);
    if (kind == RandomScripts.Kind.TRAILING) {
      chooseTrailing();
    } else if (kind == RandomScripts.Kind.CUMULATIVE || (isOpen(kind) && share < 3)) {
      chooseCumulative();
    } else if (kind == RandomScripts.Kind.CALENDAR || (isOpen(kind) && share < 6)) {
      chooseCalendar();
    } else if (kind == RandomScripts.Kind.STREAM_TIME
        || (isOpen(kind) && kind != RandomScripts.Kind.SEVERAL && share < 9)) {
      size = unit() * (1 + random.nextInt(15));
      period = size;
      reach = 4 * size;
      script.windows = new WindowSpec.StreamTime(size);
    } else if (kind.isOfSessions()) {
      chooseSessions(kind);
    } else {
      chooseAligned();
    }
  }

  private static boolean isOpen(RandomScripts.Kind kind) {
    return kind == RandomScripts.Kind.ANY
        || kind == RandomScripts.Kind.RETRACTING
        || kind == RandomScripts.Kind.SEVERAL;
  }

  /** Windows beside those there are, of which some have edges in common with them. */
  void chooseFurther() {
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

  private void chooseSessions(RandomScripts.Kind kind) {
    sessions = true;
    size = unit() * (1 + random.nextInt(15));
    period = size;
    reach = 4 * size;
    boolean inclusive =
        kind == RandomScripts.Kind.INCLUSIVE_SESSIONS
            || (kind == RandomScripts.Kind.RETRACTING_SESSIONS && random.nextBoolean());
    script.windows = new WindowSpec.Sessions(size, inclusive);
  }

  private void chooseTrailing() {
    size = unit() * random.nextInt(12);
    period = Math.max(1, size);
    reach = 3 * size + 1 + random.nextInt(12);
    trailing = true;
    script.windows = new WindowSpec.Trailing(size);
  }

  private void chooseCumulative() {
    long steps = wide ? 15 + random.nextInt(30) : 1 + random.nextInt(8);
    period = unit() * (1 + random.nextInt(6));
    if (steps * period > TimeBounds.MAX_DURATION / 2) {
      steps = 2;
    }
    size = steps * period;
    reach = 2 * size + 2 * period;
    script.windows = new WindowSpec.Cumulative(size, period, offset(size));
  }

  private void chooseCalendar() {
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

  private void chooseAligned() {
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

  private <T> T pick(T[] options) {
    return options[random.nextInt(options.length)];
  }

  /** How far an event may be from the others. */
  long reach() {
    return reach;
  }

  /** From one window to the next. */
  long period() {
    return period;
  }

  /** How long a window is, about. */
  long size() {
    return size;
  }

  /** An instant with something unusual about it, near which times are. */
  long middle() {
    return middle;
  }

  /** Whether there are many slices in a window. */
  boolean wide() {
    return wide;
  }

  boolean sessions() {
    return sessions;
  }

  boolean trailing() {
    return trailing;
  }

  /** The definition of calendar windows, or null. */
  CalendarDefinition calendar() {
    return calendar;
  }

  /** The end of an aligned window about {@code millis}. */
  long alignedEdgeNear(long millis) {
    return millis - Math.floorMod(millis - size - offset, period);
  }
}
