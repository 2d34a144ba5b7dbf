package io.slicewise.aggregate;

import java.util.Objects;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.joda.time.Duration;

/**
 * How much comes per unit of time: {@code
 * Rates.over(Duration.standardMinutes(5)).countPer(Duration.standardSeconds(1))} in windows of five
 * minutes is the number of elements per second.
 *
 * <p>A function does not see its window, so the span is to be given. The rate of an early pane is
 * over the whole span too.
 */
public final class Rates {
  private final Duration span;

  private Rates(Duration span) {
    this.span = span;
  }

  /**
   * Rates over {@code span}.
   *
   * @param span the time that the elements are spread over, 1 ms or more; as a rule the size of the
   *     window
   * @return the rates to choose from
   * @throws IllegalArgumentException if {@code span} is not positive
   */
  public static Rates over(Duration span) {
    return new Rates(
        positive(
            "Rates.over: the span", span, "Give the size of the window that the elements are in."));
  }

  /**
   * How many elements come per {@code unit}. Without input: 0.
   *
   * <p>Accumulator: 1 to 10 bytes. Exact but for the last division.
   *
   * @param unit such as a second, 1 ms or more
   * @param <T> the type of the elements
   * @return a function
   * @throws IllegalArgumentException if {@code unit} is not positive
   */
  public <T> CombineFn<T, ?, Double> countPer(Duration unit) {
    return rate(unit, "Rates.countPer: the unit", Count.<T>combineFn());
  }

  /**
   * How much the numbers add up to per {@code unit}. Without input: 0.
   *
   * <p>Accumulator: 16 bytes. The sum is that of {@link Statistics#sum}.
   *
   * @param unit such as a second, 1 ms or more
   * @param <N> the type of the numbers
   * @return a function
   * @throws IllegalArgumentException if {@code unit} is not positive
   */
  public <N extends Number> CombineFn<N, ?, Double> sumPer(Duration unit) {
    return rate(unit, "Rates.sumPer: the unit", new SumFn<N>());
  }

  private <T, O extends Number> CombineFn<T, ?, Double> rate(
      Duration unit, String setting, CombineFn<T, ?, O> total) {
    positive(setting, unit, "Give Duration.standardSeconds(1) for a rate per second.");
    return new RateFn<>(total, span.getMillis(), unit.getMillis());
  }

  private static Duration positive(String setting, Duration duration, String wayOut) {
    Objects.requireNonNull(duration, setting);
    if (duration.getMillis() < 1) {
      throw new IllegalArgumentException(
          setting + " must be 1 ms or more but was " + duration.getMillis() + " ms. " + wayOut);
    }
    return duration;
  }
}
