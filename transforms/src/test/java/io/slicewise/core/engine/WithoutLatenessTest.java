package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windowings for elements none of which is late. */
class WithoutLatenessTest {
  private static final AlignedWindowPlan TENS = AlignedWindowPlan.fixed(10, 0);
  private static final TriggerSpec PAIRS = new TriggerSpec.Repeatedly(new TriggerSpec.AfterPane(2));

  static List<TriggerSpec> wokenAtTheirEnd() {
    return List.of(
        new TriggerSpec.DefaultTrigger(),
        new TriggerSpec.EarlyAndLate(new TriggerSpec.AfterPane(1), Optional.empty()),
        new TriggerSpec.AfterFirst(List.of(PAIRS, new TriggerSpec.AfterEndOfWindow())));
  }

  @ParameterizedTest
  @MethodSource("wokenAtTheirEnd")
  void windowsWokenAtTheirEnd_expireThen(TriggerSpec trigger) {
    assertThat(spec(trigger, 50).withoutLateness()).isEqualTo(spec(trigger, 0));
  }

  /** Their last pane comes when they expire, which is told to be the last anyway. */
  @Test
  void windowsThatSleepThroughTheirEnd_stay() {
    assertThat(spec(PAIRS, 50).withoutLateness()).isEqualTo(spec(PAIRS, 50));
    TriggerSpec never = new TriggerSpec.Never();
    assertThat(spec(never, 50).withoutLateness()).isEqualTo(spec(never, 50));
  }

  @Test
  void storedStatesStayTheSame() {
    WindowedAggregation aggregation =
        WindowedAggregation.of(spec(new TriggerSpec.DefaultTrigger(), 50));
    assertThat(aggregation.withoutLateness().fingerprint()).isEqualTo(aggregation.fingerprint());
  }

  private static WindowingSpec spec(TriggerSpec trigger, long latenessMillis) {
    return new WindowingSpec(
        TENS,
        trigger,
        latenessMillis,
        AccumulationMode.ACCUMULATING,
        TimestampCombiner.END_OF_WINDOW,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS);
  }
}
