package io.slicewise.bench.soak;

import java.util.Locale;

/** What is tried, each in a job of its own. */
enum SoakCase {
  /** Keys come and go in windows of 1,440 slices, with late elements. */
  CHURN(1_440) {
    @Override
    SoakStream stream(double scale) {
      int active = scaled(600, scale);
      return new SoakStream(
          rounds(1_600, scale) * active,
          active,
          16,
          1,
          active / (6.25 * SECONDS),
          PERIOD,
          0.05,
          30 * PERIOD,
          false);
    }
  },
  /** A million keys, each with a few elements. */
  KEYS(12) {
    @Override
    SoakStream stream(double scale) {
      int active = scaled(10_000, scale);
      return new SoakStream(
          rounds(400, scale) * active,
          active,
          4,
          1,
          active / SECONDS,
          PERIOD,
          0.05,
          5 * PERIOD,
          false);
    }
  },
  /** Many elements at once, and then none for a while. */
  BURSTS(60) {
    @Override
    SoakStream stream(double scale) {
      int active = scaled(5_000, scale);
      return new SoakStream(
          rounds(160, scale) * active,
          active,
          8,
          4 * active,
          active / (5 * SECONDS),
          PERIOD,
          0.05,
          5 * PERIOD,
          false);
    }
  },
  /** The watermark stands still for a million elements, and then passes all windows. */
  STALL(60) {
    @Override
    SoakStream stream(double scale) {
      int active = scaled(50_000, scale);
      return new SoakStream(
          20L * active, active, 20, 1, active / SECONDS, PERIOD, 0.05, 5 * PERIOD, true);
    }
  },
  /** All keys have one window, which ends. */
  ALL_AT_ONCE(1) {
    @Override
    SoakStream stream(double scale) {
      int active = scaled(200_000, scale);
      return new SoakStream(
          2L * active, active, 2, 1, active / (SECONDS / 3), PERIOD / 4, 0, 1, false);
    }
  };

  /** How often a window starts, in milliseconds. */
  static final long PERIOD = 60_000;

  private static final double SECONDS = 60;

  private final int ratio;

  SoakCase(int ratio) {
    this.ratio = ratio;
  }

  /**
   * The events.
   *
   * @param scale of the number of keys; 1 for a long run. A smaller one also makes it shorter, by
   *     up to five times.
   */
  abstract SoakStream stream(double scale);

  /** How long windows are, in milliseconds. */
  long sizeMillis() {
    return ratio * PERIOD;
  }

  private static long rounds(int rounds, double scale) {
    return (long) (rounds * Math.min(1, Math.max(0.2, scale)));
  }

  private static int scaled(int keys, double scale) {
    return Math.max(1, (int) (keys * scale));
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
