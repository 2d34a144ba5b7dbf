package io.slicewise.pipelines.demo.report;

import java.util.ArrayList;
import java.util.List;

/**
 * From values to places on a line.
 *
 * @param low the least value shown
 * @param high the greatest value shown, more than {@code low}
 * @param from the place of {@code low}
 * @param to the place of {@code high}
 * @param step the distance of the ticks, in values
 */
record Scale(double low, double high, double from, double to, double step) {
  private static final double[] STEPS = {1, 2, 5, 10};
  private static final long DAY = 86_400_000;
  private static final long[] TIME_STEPS = {
    1,
    10,
    100,
    1_000,
    10_000,
    60_000,
    600_000,
    3_600_000,
    3 * 3_600_000,
    6 * 3_600_000,
    12 * 3_600_000,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    28 * DAY,
    91 * DAY,
    365 * DAY
  };

  /** Holds all values from {@code least} to {@code greatest} and has about so many ticks. */
  static Scale ofNumbers(double least, double greatest, int ticks, double from, double to) {
    double span = greatest > least ? greatest - least : Math.max(1, Math.abs(least));
    double rough = span / ticks;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power * STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0; i--) {
      step = power * STEPS[i] >= rough ? power * STEPS[i] : step;
    }
    double low = Math.floor(least / step) * step;
    double high = Math.ceil(greatest / step) * step;
    return new Scale(low, high > low ? high : low + step, from, to, step);
  }

  /** Shows exactly the times from {@code least} to {@code greatest}, with at most so many ticks. */
  static Scale ofTimes(long least, long greatest, int ticks, double from, double to) {
    long span = Math.max(1, greatest - least);
    long step = TIME_STEPS[TIME_STEPS.length - 1];
    while (span / step > ticks) {
      step *= 2;
    }
    for (int i = TIME_STEPS.length - 1; i >= 0; i--) {
      step = span / TIME_STEPS[i] <= ticks ? TIME_STEPS[i] : step;
    }
    return new Scale(least, least + (double) span, from, to, step);
  }

  double at(double value) {
    return from + (value - low) / (high - low) * (to - from);
  }

  /** Multiples of the step, from low to high. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long first = (long) Math.ceil(low / step - 1e-9);
    for (long i = first; i * step <= high + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** Whether the ticks are whole days apart. */
  boolean ofDays() {
    return step >= DAY;
  }
}
