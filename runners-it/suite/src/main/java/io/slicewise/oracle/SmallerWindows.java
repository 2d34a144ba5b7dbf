package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.WindowSpec.CalendarUnit;
import java.util.ArrayList;
import java.util.List;

/** Window specifications that are a little smaller or plainer than another. */
final class SmallerWindows {
  private static final long DAY = 24L * 60 * 60 * 1000;
  private static final int MAX_WINDOWS_OF_ELEMENT = 100;

  private SmallerWindows() {}

  /** Some specifications smaller than {@code spec}, the smallest first where that is known. */
  static List<WindowSpec> of(WindowSpec spec) {
    List<WindowSpec> smaller = new ArrayList<>();
    if (spec instanceof WindowSpec.Fixed fixed) {
      smaller.add(new WindowSpec.Fixed(fixed.sizeMillis(), 0));
      for (long size : Shrinker.smaller(fixed.sizeMillis())) {
        smaller.add(new WindowSpec.Fixed(size, Math.min(fixed.offsetMillis(), size - 1)));
      }
    } else if (spec instanceof WindowSpec.Sliding sliding) {
      addSliding(sliding, smaller);
    } else if (spec instanceof WindowSpec.Cumulative cumulative) {
      addCumulative(cumulative, smaller);
    } else if (spec instanceof WindowSpec.Calendar calendar) {
      addCalendar(calendar, smaller);
    } else if (spec instanceof WindowSpec.StreamTime streamTime) {
      smaller.add(new WindowSpec.Fixed(streamTime.sizeMillis(), 0));
      for (long size : Shrinker.smaller(streamTime.sizeMillis())) {
        smaller.add(new WindowSpec.StreamTime(size));
      }
    } else if (spec instanceof WindowSpec.Sessions sessions) {
      smaller.add(new WindowSpec.Sessions(sessions.gapMillis(), false));
      for (long gap : Shrinker.smaller(sessions.gapMillis())) {
        smaller.add(new WindowSpec.Sessions(gap, sessions.inclusiveGap()));
      }
    }
    if (spec instanceof WindowSpec.Trailing trailing) {
      for (long size : Shrinker.smaller(trailing.sizeMillis())) {
        smaller.add(new WindowSpec.Trailing(size));
      }
    }
    smaller.removeIf(windows -> !isSensible(windows));
    return smaller;
  }

  private static void addSliding(WindowSpec.Sliding spec, List<WindowSpec> smaller) {
    long size = spec.sizeMillis();
    long period = spec.periodMillis();
    smaller.add(new WindowSpec.Fixed(size, Math.min(spec.offsetMillis(), size - 1)));
    smaller.add(new WindowSpec.Sliding(size, period, 0));
    for (long less : Shrinker.smaller(period)) {
      smaller.add(new WindowSpec.Sliding(size, less, Math.min(spec.offsetMillis(), less - 1)));
    }
    for (long less : Shrinker.smaller(size)) {
      smaller.add(new WindowSpec.Sliding(less, period, spec.offsetMillis()));
    }
  }

  private static void addCumulative(WindowSpec.Cumulative spec, List<WindowSpec> smaller) {
    long step = spec.stepMillis();
    long steps = spec.sizeMillis() / step;
    smaller.add(new WindowSpec.Fixed(spec.sizeMillis(), spec.offsetMillis()));
    smaller.add(new WindowSpec.Cumulative(spec.sizeMillis(), step, 0));
    for (long less : Shrinker.smaller(steps)) {
      smaller.add(cumulative(less, step, spec.offsetMillis()));
    }
    for (long less : Shrinker.smaller(step)) {
      smaller.add(cumulative(steps, less, spec.offsetMillis()));
    }
  }

  private static WindowSpec cumulative(long steps, long step, long offset) {
    return new WindowSpec.Cumulative(steps * step, step, Math.min(offset, steps * step - 1));
  }

  private static void addCalendar(WindowSpec.Calendar spec, List<WindowSpec> smaller) {
    smaller.add(new WindowSpec.Fixed(DAY, 0));
    smaller.add(new WindowSpec.Calendar(spec.unit(), spec.count(), spec.every(), "UTC"));
    for (CalendarUnit unit : CalendarUnit.values()) {
      if (unit.compareTo(spec.unit()) < 0) {
        smaller.add(new WindowSpec.Calendar(unit, spec.count(), spec.every(), spec.zone()));
      }
    }
    smaller.add(new WindowSpec.Calendar(spec.unit(), 1, 1, spec.zone()));
    for (long less : Shrinker.smaller(spec.count())) {
      smaller.add(new WindowSpec.Calendar(spec.unit(), (int) less, spec.every(), spec.zone()));
    }
    for (long less : Shrinker.smaller(spec.every())) {
      smaller.add(new WindowSpec.Calendar(spec.unit(), spec.count(), (int) less, spec.zone()));
    }
    smaller.remove(spec);
  }

  private static boolean isSensible(WindowSpec windows) {
    if (windows instanceof WindowSpec.Sliding sliding) {
      return sliding.sizeMillis() > 0
          && sliding.periodMillis() > 0
          && sliding.sizeMillis() / sliding.periodMillis() < MAX_WINDOWS_OF_ELEMENT;
    } else if (windows instanceof WindowSpec.Cumulative cumulative) {
      return cumulative.stepMillis() > 0 && cumulative.sizeMillis() > 0;
    } else if (windows instanceof WindowSpec.Calendar calendar) {
      return calendar.count() > 0 && calendar.every() > 0;
    } else if (windows instanceof WindowSpec.StreamTime streamTime) {
      return streamTime.sizeMillis() > 0;
    } else if (windows instanceof WindowSpec.Sessions sessions) {
      return sessions.gapMillis() > 0;
    }
    return !(windows instanceof WindowSpec.Fixed fixed) || fixed.sizeMillis() > 0;
  }
}
