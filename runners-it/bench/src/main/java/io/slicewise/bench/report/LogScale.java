package io.slicewise.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * From values to places on a line, by their logarithms.
 *
 * @param low the least value shown, more than 0
 * @param high the greatest value shown, more than {@code low}
 * @param from the place of {@code low}
 * @param to the place of {@code high}
 */
record LogScale(double low, double high, double from, double to) {
  private static final double[] STEPS = {1, 2, 5};

  /** Holds all values; a little more if they are all the same. */
  static LogScale of(List<Double> values, double from, double to) {
    double low = values.stream().min(Double::compare).orElse(1.0);
    double high = values.stream().max(Double::compare).orElse(1.0);
    return high > low
        ? new LogScale(low, high, from, to)
        : new LogScale(low / 2, high * 2, from, to);
  }

  double at(double value) {
    return from + Math.log(value / low) / Math.log(high / low) * (to - from);
  }

  /** 1, 2 and 5 times powers of ten that are shown; powers of ten alone if they are enough. */
  List<Double> ticks() {
    int steps = high / low > 1000 ? 1 : STEPS.length;
    List<Double> ticks = new ArrayList<>();
    for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
      for (int i = 0; i < steps; i++) {
        if (power * STEPS[i] >= low && power * STEPS[i] <= high) {
          ticks.add(power * STEPS[i]);
        }
      }
    }
    return ticks;
  }
}
