package io.slicewise.beam;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.Step;
import io.slicewise.core.pane.FiredPane;
import java.util.List;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Distribution;
import org.apache.beam.sdk.metrics.Metrics;

/**
 * Counts the steps of one {@code DoFn} instance; {@link SlicedWindowMetrics} has the meanings.
 *
 * <p>Counts are kept in plain fields and handed to Beam by {@link #flush}, because an update of a
 * Beam metric costs several map look-ups.
 */
final class StepMetrics {
  private final Tally elements = new Tally(SlicedWindowMetrics.ELEMENTS);
  private final Tally late = new Tally(SlicedWindowMetrics.LATE_ELEMENTS);
  private final Tally gap = new Tally(SlicedWindowMetrics.GAP_ELEMENTS);
  private final Tally future = new Tally(SlicedWindowMetrics.FUTURE_ELEMENTS);
  private final Tally expired = new Tally(SlicedWindowMetrics.DROPPED_DUE_TO_LATENESS);
  private final Tally closed = new Tally(SlicedWindowMetrics.DROPPED_DUE_TO_CLOSED_WINDOW);
  private final Tally panesEarly = new Tally(SlicedWindowMetrics.PANES_EARLY);
  private final Tally panesOnTime = new Tally(SlicedWindowMetrics.PANES_ON_TIME);
  private final Tally panesLate = new Tally(SlicedWindowMetrics.PANES_LATE);
  private final Spread merges = new Spread(SlicedWindowMetrics.MERGES_PER_PANE);
  private final Spread liveSlices = new Spread(SlicedWindowMetrics.LIVE_SLICES);
  private final List<Buffered> all =
      List.of(
          elements,
          late,
          gap,
          future,
          expired,
          closed,
          panesEarly,
          panesOnTime,
          panesLate,
          merges,
          liveSlices);

  /** Whether the present step has given a pane. */
  private boolean hasPanes;

  /**
   * Counts elements that came as one, and what became of them.
   *
   * @param count how many they are
   */
  void element(Step<?> step, long count) {
    elements.count += count;
    expired.count += count * step.expiredWindows();
    closed.count += count * step.closedWindows();
    if (step.outcome() == ElementOutcome.TOO_LATE) {
      late.count += count;
    } else if (step.outcome() == ElementOutcome.IN_GAP) {
      gap.count += count;
    } else if (step.outcome() == ElementOutcome.TOO_EARLY) {
      future.count += count;
    }
  }

  /** Counts elements that came as one and were accepted. */
  void accepted(long count) {
    elements.count += count;
  }

  /**
   * Counts elements that came as one, too late for all their windows.
   *
   * @param expiredWindows how many these are
   */
  void tooLate(long count, long expiredWindows) {
    elements.count += count;
    late.count += count;
    expired.count += count * expiredWindows;
  }

  /** Counts a pane; a retraction is none. */
  void pane(FiredPane<?> pane) {
    if (pane.isRetraction()) {
      return;
    }
    switch (pane.timing()) {
      case EARLY -> panesEarly.count++;
      case ON_TIME -> panesOnTime.count++;
      case LATE -> panesLate.count++;
    }
    merges.add(pane.merges());
    hasPanes = true;
  }

  /** Notes how many slices a key holds after a step, if that gave panes. */
  void slicesAfterPanes(int slices) {
    if (hasPanes) {
      liveSlices.add(slices);
      hasPanes = false;
    }
  }

  /** Hands the counts since the last flush to Beam. */
  void flush() {
    for (int i = 0; i < all.size(); i++) {
      all.get(i).flush();
    }
  }

  /** Forgets the counts since the last flush: those of a bundle that failed. */
  void reset() {
    for (int i = 0; i < all.size(); i++) {
      all.get(i).reset();
    }
  }

  private interface Buffered {
    void flush();

    void reset();
  }

  private static final class Tally implements Buffered {
    private final Counter counter;
    private long count;

    private Tally(String name) {
      this.counter = Metrics.counter(SlicedWindowMetrics.NAMESPACE, name);
    }

    @Override
    public void flush() {
      if (count != 0) {
        counter.inc(count);
        count = 0;
      }
    }

    @Override
    public void reset() {
      count = 0;
    }
  }

  private static final class Spread implements Buffered {
    private final Distribution distribution;
    private long sum;
    private long count;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    private Spread(String name) {
      this.distribution = Metrics.distribution(SlicedWindowMetrics.NAMESPACE, name);
    }

    private void add(long value) {
      sum += value;
      count++;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }

    @Override
    public void flush() {
      if (count != 0) {
        distribution.update(sum, count, min, max);
        reset();
      }
    }

    @Override
    public void reset() {
      sum = 0;
      count = 0;
      min = Long.MAX_VALUE;
      max = Long.MIN_VALUE;
    }
  }
}
