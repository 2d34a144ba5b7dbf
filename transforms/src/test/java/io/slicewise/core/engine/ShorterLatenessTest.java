package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import org.junit.jupiter.api.Test;

/** A pipeline that goes on with a shorter allowed lateness. */
class ShorterLatenessTest {
  private static final Joining FUNCTION = new Joining();

  /** A window that ended at 10 is kept until 9 + 20, no longer until 9 + 50. */
  @Test
  void storedWindowsExpireByTheNewLateness() {
    KeyEngine<Object, String> before = withLateness(50);
    KeyState stored = before.newState();
    before.onElement(stored, "a", 3, new Clocks(0, 0));
    before.onWatermark(stored, new Clocks(10, 0));

    KeyEngine<Object, String> after = withLateness(20);
    assertThat(after.adopt(stored)).isTrue();
    after.onWatermark(stored, new Clocks(29, 0));
    assertThat(stored.isEmpty()).isFalse();
    after.onWatermark(stored, new Clocks(30, 0));
    assertThat(stored.isEmpty()).isTrue();
  }

  private static KeyEngine<Object, String> withLateness(long millis) {
    return WindowedAggregation.of(
            new WindowingSpec(
                AlignedWindowPlan.fixed(10, 0),
                new TriggerSpec.DefaultTrigger(),
                millis,
                AccumulationMode.ACCUMULATING,
                TimestampCombiner.END_OF_WINDOW,
                FiringBehavior.FIRE_IF_NON_EMPTY,
                FiringBehavior.FIRE_ALWAYS))
        .engine(FUNCTION);
  }
}
