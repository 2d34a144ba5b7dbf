package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.FiringBehavior;
import org.junit.jupiter.api.Test;

/** A key that goes on with another lateness or other windows: when it lets go of what it had. */
class UpdatedStateTest {

  /** The window that ended at 10 is kept until 9 + 20, no longer until 9 + 50. */
  @Test
  void storedWindowsExpireByTheNewLateness() {
    KeyState state = stateAt(10, Specs.fixed(10).lateness(50));
    KeyEngine<Object, String> shorter = engine(Specs.fixed(10).lateness(20));

    assertThat(shorter.adopt(state)).isTrue();
    shorter.onWatermark(state, new Clocks(29, 0));
    assertThat(state.isEmpty()).isFalse();
    shorter.onWatermark(state, new Clocks(30, 0));
    assertThat(state.isEmpty()).isTrue();
  }

  /** The window has expired by the new lateness, and its pane at expiry needs its elements. */
  @Test
  void windowThatHasExpiredByTheUpdate_givesItsLastPane() {
    Specs before = Specs.sliding(20, 10).lateness(50).closing(FiringBehavior.FIRE_ALWAYS);
    Specs after = Specs.sliding(20, 20).closing(FiringBehavior.FIRE_ALWAYS);
    KeyState state = stateAt(45, before);
    KeyEngine<Object, String> engine = named(after, before);

    engine.adopt(state);
    assertThat(engine.onWatermark(state, new Clocks(46, 0)).panes())
        .singleElement()
        .extracting(FiredPane::value, FiredPane::index, FiredPane::isLast)
        .containsExactly("a", 1L, true);
    assertThat(state.isEmpty()).isTrue();
  }

  @Test
  void slicesThatNoNewWindowNeeds_go() {
    KeyEngine<Object, String> hour = engine(Specs.sliding(60, 1));
    KeyState state = hour.newState();
    for (int millis = 0; millis < 60; millis++) {
      hour.onElement(state, "a", millis, new Clocks(millis, 0));
    }
    assertThat(state.liveSlices()).isEqualTo(60);

    KeyEngine<Object, String> tens = named(Specs.sliding(10, 1), Specs.sliding(60, 1));
    tens.adopt(state);
    assertThat(state.liveSlices()).isEqualTo(10);
  }

  /** States of format 1 do not tell their lateness. */
  @Test
  void stateOfUnknownLateness_isTakenAsThatOfTheNamedWindows() {
    Specs before = Specs.sliding(60, 10).lateness(5);
    Specs after = Specs.sliding(30, 10);
    KeyState state = stateAt(0, before);
    state.setOrigin(StateOrigin.ofUnknownLateness(state.origin().fingerprint()));
    KeyEngine<Object, String> engine = named(after, before);

    assertThat(engine.adopt(state)).isTrue();
    assertThat(engine.onWatermark(state, new Clocks(30, 0)).panes())
        .extracting(pane -> pane.window().endMillis())
        .containsExactly(10L, 20L, 30L);
  }

  private static KeyEngine<Object, String> engine(Specs specs) {
    return specs.aggregation().engine(new Joining());
  }

  private static KeyEngine<Object, String> named(Specs after, Specs before) {
    return WindowedAggregation.of(after.spec()).withStateOf(before.spec()).engine(new Joining());
  }

  /** A key with one element at 3, after {@code watermark}. */
  private static KeyState stateAt(long watermark, Specs specs) {
    KeyEngine<Object, String> engine = engine(specs);
    KeyState state = engine.newState();
    engine.onElement(state, "a", 3, new Clocks(0, 0));
    engine.onWatermark(state, new Clocks(watermark, 0));
    return state;
  }
}
