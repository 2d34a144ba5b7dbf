package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

  /** A key is stored between two bundles, and goes on from there. */
  @Test
  void storedStatesAreThoseOfTheAggregation() throws IOException {
    WindowedAggregation aggregation =
        WindowedAggregation.of(spec(new TriggerSpec.DefaultTrigger(), 50));
    Joining function = new Joining();
    KeyEngine<Object, String> engine = aggregation.engineWithoutLateness(function);
    KeyState state = engine.newState();
    engine.onElement(state, "a", 3, new Clocks(-10, 0));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    aggregation.codec(function).write(state, new DataOutputStream(bytes));
    KeyState stored =
        aggregation
            .codec(function)
            .read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(engine.adopt(stored)).isFalse();
    assertThat(engine.onWatermark(stored, new Clocks(10, 0)).panes())
        .singleElement()
        .satisfies(pane -> assertThat(pane.isLast()).isTrue());
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
