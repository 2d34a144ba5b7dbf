package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.Tallying;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.slice.AggregateFunction;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Merges per pane of a window of 1,440 slices, with ten elements per slice in an order that is
 * somewhat shuffled, of all that the engine does: firing, and removing what no window needs.
 */
class SteadyCostTest {
  private static final long PERIOD = 100;
  private static final int SLICES = 1_440;
  private static final int PER_SLICE = 10;

  private static double mergesPerPane(
      WindowingSpec spec, AggregateFunction<Object, ?, String> function, LongSupplier merges) {
    KeyEngine<Object, String> engine = WindowedAggregation.of(spec).engine(function);
    KeyState state = engine.newState();
    Random random = new Random(1);
    long mergesBefore = 0;
    long panes = 0;
    for (int slice = 0; slice < 4 * SLICES; slice++) {
      if (slice == 2 * SLICES) {
        mergesBefore = merges.getAsLong();
        panes = 0;
      }
      long now = slice * PERIOD;
      Clocks clocks = new Clocks(now - 2 * PERIOD, 0);
      for (int i = 0; i < PER_SLICE; i++) {
        long timestamp = now + i * (PERIOD / PER_SLICE) - random.nextLong(2 * PERIOD);
        panes += engine.onElement(state, "", timestamp, clocks).panes().size();
      }
    }
    assertThat(panes).isGreaterThanOrEqualTo(2 * SLICES - 1);
    return (double) (merges.getAsLong() - mergesBefore) / panes;
  }

  @Test
  void anyFunction() {
    Joining function = new Joining();
    WindowingSpec spec = Specs.sliding(SLICES * PERIOD, PERIOD).spec();
    assertThat(mergesPerPane(spec, function, function::merges)).isBetween(4.0, 10.0);
  }

  @Test
  void functionWithInverse() {
    Tallying function = new Tallying();
    WindowingSpec spec = Specs.sliding(SLICES * PERIOD, PERIOD).spec();
    assertThat(mergesPerPane(spec, function, function::changes)).isBetween(2.0, 4.0);
  }

  /** Slices outlive the windows that start with them. */
  @Test
  void allowedLateness_costsNoMore() {
    Joining any = new Joining();
    Tallying invertible = new Tallying();
    WindowingSpec spec = Specs.sliding(SLICES * PERIOD, PERIOD).lateness(60 * PERIOD).spec();
    assertThat(mergesPerPane(spec, any, any::merges)).isBetween(4.0, 10.0);
    assertThat(mergesPerPane(spec, invertible, invertible::changes)).isBetween(2.0, 4.0);
  }

  /** Two slices come and go with each window. */
  @Test
  void sizeThatIsNoMultipleOfThePeriod_costsTheMergesOfTwoSlices() {
    Joining any = new Joining();
    Tallying invertible = new Tallying();
    WindowingSpec spec = Specs.sliding(SLICES * PERIOD + PERIOD / 2, PERIOD).spec();
    assertThat(mergesPerPane(spec, any, any::merges)).isBetween(4.0, 14.0);
    assertThat(mergesPerPane(spec, invertible, invertible::changes)).isBetween(4.0, 6.0);
  }
}
