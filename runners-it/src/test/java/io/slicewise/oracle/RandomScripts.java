package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Random scenarios. The same seed and number give the same scenario. They aim at edges: watermarks
 * and elements gather around the ends and expiries of windows, times around 0, before 1970 and at
 * both ends of time.
 */
final class RandomScripts {
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
  private boolean inOrder;
  private boolean wide;
  private long watermark;
  private final Map<String, Long> latest = new HashMap<>();
  private int elements;

  private RandomScripts(long seed) {
    this.random = new Random(seed);
  }

  /** The script with the number {@code number} of {@code seed}. */
  static Scenario script(long seed, long number) {
    long mixed = (seed ^ (number * 0x9E3779B97F4A7C15L)) * 0xBF58476D1CE4E5B9L;
    RandomScripts scripts = new RandomScripts(mixed ^ (mixed >>> 29));
    scripts.script.id = "random-" + seed + "-" + number;
    scripts.settings();
    scripts.events();
    return scripts.script.toScenario();
  }

  private void settings() {
    windows();
    lateness();
    script.trigger =
        new RandomTriggers(random).next(script.allowedLateness, random.nextInt(FINISHING) == 0);
    script.accumulation =
        random.nextBoolean()
            ? Scenario.Accumulation.ACCUMULATING
            : Scenario.Accumulation.DISCARDING;
    script.combiner = pick(TimestampCombiner.values());
    script.closing = pick(FiringBehavior.values());
    script.onTime = pick(FiringBehavior.values());
    base =
        switch (random.nextInt(12)) {
          case 0 -> TimeBounds.MIN_TIMESTAMP;
          case 1 -> TimeBounds.LAST_WINDOW_INSTANT - reach;
          case 2, 3 -> -1_000_000_000 - (long) random.nextInt(100);
          default -> -reach / 2;
        };
    inOrder = random.nextInt(4) == 0;
    script.aggregate =
        AggregateSpec.of(
            inOrder
                ? AggregateSpec.Kind.CONCAT
                : random.nextInt(8) == 0 ? AggregateSpec.Kind.SUM : AggregateSpec.Kind.LIST);
  }

  private void windows() {
    wide = random.nextInt(WIDE) == 0;
    if (wide) {
      period = 1L + random.nextInt(3);
      size = (period * (15L + random.nextInt(30))) + random.nextInt(2);
      reach = 2 * size;
      script.windows = new WindowSpec.Sliding(size, period, offset());
      return;
    }
    long unit =
        switch (random.nextInt(30)) {
          case 0 -> TimeBounds.MAX_DURATION / 23;
          case 1, 2, 3 -> 60_000;
          default -> 1;
        };
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
        script.windows = new WindowSpec.Fixed(size, offset());
      }
      default -> script.windows = new WindowSpec.Sliding(size, period, offset());
    }
  }

  private long offset() {
    return random.nextBoolean() ? 0 : (long) (random.nextDouble() * period);
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
    if (inOrder) {
      timestamp =
          Math.max(
              latest.getOrDefault(key, Long.MIN_VALUE),
              inTime(base + (long) (random.nextDouble() * reach * Math.min(1, elements / 10.0))));
      latest.put(key, timestamp);
    }
    elements++;
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
        long edge = near - Math.floorMod(near - size, period) + random.nextInt(3) - 1;
        target =
            random.nextInt(3) == 0 ? TimeBounds.plusWithinTime(edge, script.allowedLateness) : edge;
      }
    }
    watermark = Math.max(watermark, inTime(target));
    script.events.add(new Event.Watermark(watermark));
  }

  private static long inTime(long millis) {
    return Math.max(TimeBounds.MIN_TIMESTAMP, Math.min(millis, TimeBounds.LAST_WINDOW_INSTANT));
  }

  private <T> T pick(T[] options) {
    return options[random.nextInt(options.length)];
  }
}
