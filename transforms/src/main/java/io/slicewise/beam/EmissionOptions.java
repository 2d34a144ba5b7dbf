package io.slicewise.beam;

import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.Repeats;
import java.util.Objects;
import org.joda.time.Duration;

/**
 * Which panes of a {@link SlicedWindowAggregate} are left out, and which are added: what Beam's
 * {@code Window} has no settings for. Given to {@link SlicedWindowAggregate#emitting}.
 *
 * <pre>{@code
 * SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
 *     .windowedBy(...)
 *     .emitting(EmissionOptions.asInBeam().onlyChanged().fillingEmptyWindows(oneHour))
 * }</pre>
 *
 * <p>A pane that is left out counts nowhere: the index of the next pane is as if it had not fired.
 * All but {@link #earlyForNextWindowOnly} may change while a pipeline lives.
 */
public final class EmissionOptions {
  private final Emission emission;

  private EmissionOptions(Emission emission) {
    this.emission = emission;
  }

  /**
   * Every pane that Beam emits, and no other.
   *
   * @return the options to start with
   */
  public static EmissionOptions asInBeam() {
    return new EmissionOptions(Emission.AS_IN_BEAM);
  }

  /**
   * Returns options like these that leave a pane out if its value is equal to what its window shows
   * already. A window of {@link CumulativeWindows} is also left out as long as it shows what the
   * window a step shorter shows, unless an element came after that had expired.
   *
   * <pre>
   * cumulative, size 6, step 2      element at 1      nothing more
   * left out                        [0, 2) = 1        [0, 4) = 1   [0, 6) = 1
   * </pre>
   *
   * <p>Values are compared with {@code equals}, arrays by what is in them. Discarding windows leave
   * out the panes that hold nothing. Cost: another fold for each pane but a window's first, and for
   * that too in {@code CumulativeWindows}.
   *
   * @return the new options
   */
  public EmissionOptions onlyChanged() {
    return with(Repeats.LEFT_OUT);
  }

  /**
   * Returns options like these that leave an on-time pane out if the last early pane of its window
   * showed the same. Values are compared as by {@link #onlyChanged}, which includes this.
   *
   * @return the new options
   */
  public EmissionOptions withoutRepeatedOnTime() {
    return emission.repeats() == Repeats.LEFT_OUT ? this : with(Repeats.LEFT_OUT_ON_TIME);
  }

  /**
   * Returns options like these that also fire windows of a key without an element, at their end:
   * those that start at most {@code idleLimit} after the start of a window with elements. The value
   * is that of nothing, a sum of 0.
   *
   * <pre>
   * size 10, idle limit 20     element at 3            watermark 100
   * panes                      [0, 10) = 1   [10, 20) = 0   [20, 30) = 0
   * </pre>
   *
   * <p>At the end of the input, or on a drain, nothing is filled in after the last window with
   * elements. The state of a key stays until the idle limit has passed.
   *
   * @param idleLimit zero or more
   * @return the new options
   * @throws IllegalArgumentException if {@code idleLimit} is negative
   */
  public EmissionOptions fillingEmptyWindows(Duration idleLimit) {
    long millis = Objects.requireNonNull(idleLimit, "idleLimit").getMillis();
    if (millis < 0) {
      throw new IllegalArgumentException(
          "idleLimit: must be zero or more but was " + millis + " ms.");
    }
    return new EmissionOptions(
        new Emission(emission.repeats(), millis, emission.earlyForNextOnly()));
  }

  /**
   * Returns options like these with early panes only of the window that closes next: the first that
   * is not over, whether the key has anything in it or not. The others keep quiet until it is their
   * turn: with 1,440 overlapping windows, an element then costs at most one early pane and not
   * 1,440. What a trigger counts, it counts from then on. As long as there is no watermark, there
   * are no early panes.
   *
   * <p>The trigger must be {@code AfterWatermark.pastEndOfWindow().withEarlyFirings(...)}.
   *
   * @return the new options
   */
  public EmissionOptions earlyForNextWindowOnly() {
    return new EmissionOptions(new Emission(emission.repeats(), emission.fillIdleMillis(), true));
  }

  private EmissionOptions with(Repeats repeats) {
    return new EmissionOptions(
        new Emission(repeats, emission.fillIdleMillis(), emission.earlyForNextOnly()));
  }

  /** The options as the engine has them. */
  Emission emission() {
    return emission;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EmissionOptions that && emission.equals(that.emission);
  }

  @Override
  public int hashCode() {
    return emission.hashCode();
  }

  @Override
  public String toString() {
    return emission.toString();
  }
}
