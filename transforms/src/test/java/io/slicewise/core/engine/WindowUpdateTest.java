package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.AlignedWindowPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which windows state may go on with. */
class WindowUpdateTest {
  private static final Repeatedly PAIRS = new Repeatedly(new AfterPane(2));

  private static Specs sliding(long size, long period, long offset) {
    return Specs.of(AlignedWindowPlan.sliding(size, period, offset));
  }

  @ParameterizedTest
  @CsvSource({
    // size, period, offset: before, after, and the rule that is broken
    "60, 10, 0,   60, 10, 0, ",
    "60, 10, 0,   30, 10, 0, ",
    "60, 10, 0,   10, 10, 0, ",
    "60, 10, 0,   60, 20, 0, ",
    "60, 10, 0,   60, 20, 10, ",
    "60, 10, 0,   40, 40, 20, ",
    "65, 10, 0,   25, 10, 0, ",
    "65, 10, 0,   30, 10, 5, ",
    "65, 10, 3,   30, 20, 18, ",
    "60, 10, 0,   70, 10, 0, must not be longer",
    "10, 10, 0,   20, 20, 0, must not be longer",
    "60, 10, 0,   10, 20, 0, must not leave gaps",
    "10, 20, 0,   10, 40, 0, must not leave gaps",
    "10, 20, 0,   10, 10, 0, must not leave gaps",
    "60, 10, 0,   60, 15, 0, must each end",
    "60, 20, 0,   60, 10, 0, must each end",
    "60, 20, 0,   60, 20, 10, must each end",
    "60, 10, 0,   55, 10, 0, must each end",
    "60, 10, 0,   55, 10, 5, must each start",
    "65, 10, 0,   63, 10, 2, must each start"
  })
  void fixedAndSlidingWindows(
      long size,
      long period,
      long offset,
      long newSize,
      long newPeriod,
      long newOffset,
      String rule) {
    WindowUpdate update =
        new WindowUpdate(
            sliding(size, period, offset).spec(), sliding(newSize, newPeriod, newOffset).spec());
    if (rule == null) {
      assertThat(update.refusal()).isEmpty();
    } else {
      assertThat(update.refusal()).hasValueSatisfying(text -> assertThat(text).contains(rule));
    }
  }

  private record Refusal(Specs before, Specs after, String rule) {}

  static List<Refusal> refusals() {
    Specs hour = Specs.sliding(60, 10);
    Specs half = Specs.sliding(30, 10);
    return List.of(
        new Refusal(hour, hour.trigger(PAIRS), "must be the same"),
        new Refusal(hour, half.discarding(), "must be the same"),
        new Refusal(hour, hour.timestamps(TimestampCombiner.LATEST), "must be the same"),
        new Refusal(hour.trigger(PAIRS), half.trigger(PAIRS), "must keep their size"),
        new Refusal(
            hour.timestamps(TimestampCombiner.EARLIEST),
            half.timestamps(TimestampCombiner.EARLIEST),
            "unless panes have the timestamp END_OF_WINDOW"),
        new Refusal(hour, half.emitting(Repeats.LEFT_OUT), "left out or filled in"),
        new Refusal(Specs.cumulative(60, 10), Specs.cumulative(60, 20), "unless both are fixed"),
        new Refusal(Specs.sessions(5), Specs.sessions(4), "unless both are fixed"),
        new Refusal(Specs.sessions(5), Specs.sessions(5).lateness(1), "must not be longer"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void otherSettings_areRefused(Refusal it) {
    assertThat(new WindowUpdate(it.before.spec(), it.after.spec()).refusal())
        .hasValueSatisfying(text -> assertThat(text).contains(it.rule));
  }

  @Test
  void refusal_namesBothValuesTheRuleAndTheWayOut() {
    assertThat(
            new WindowUpdate(Specs.sliding(60, 10).spec(), Specs.sliding(70, 10).spec()).refusal())
        .hasValue(
            "withStateOf: windows must not be longer, as earlier elements are gone, but the state"
                + " has sliding(size=60 ms, period=10 ms, offset=0 ms) and the pipeline"
                + " sliding(size=70 ms, period=10 ms, offset=0 ms). Change it back, or start"
                + " without the old state, under another step name.");
  }

  /** A backend may hand out the object that the engine before the update has left. */
  @Test
  void objectOfOtherWindows_isRefused() {
    KeyState state = stateOf(Specs.fixed(60));
    KeyEngine<Object, String> other = Specs.fixed(30).aggregation().engine(new Joining());
    assertThatThrownBy(() -> other.adopt(state))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("State of other windows: ");
    HotState<StringBuilder> hot = new HotState<>();
    Specs.fixed(60).aggregation().engine(new Joining()).update(hot, state);
    assertThat(other.buffer(hot, "b", 9, 0)).isEqualTo(HotOutcome.REFUSED);
    assertThatThrownBy(() -> other.takeIn(hot, other.newState()))
        .hasMessageStartingWith("State of other windows: ");
  }

  @Test
  void longerLateness_isRefusedUnlessItIsNamed() {
    Specs before = Specs.fixed(60).lateness(10);
    Specs longer = Specs.fixed(60).lateness(20);
    assertThat(before.aggregation().engine(new Joining()).adopt(stateOf(longer))).isTrue();
    KeyEngine<Object, String> engine = longer.aggregation().engine(new Joining());
    assertThatThrownBy(() -> engine.adopt(stateOf(before)))
        .hasMessage(
            "allowedLateness: must be at most the 10 ms that the state was written with but is 20"
                + " ms: windows that had expired would come back without their elements. Make it"
                + " shorter, name the windows of the state by withStateOf, or start without the"
                + " old state, under another step name.");
    assertThat(named(longer, before).adopt(stateOf(before))).isTrue();
    assertThatThrownBy(() -> named(longer, Specs.fixed(60).lateness(5)).adopt(stateOf(before)))
        .hasMessageStartingWith("allowedLateness: must be at most the 10 ms");
    assertThatThrownBy(
            () ->
                named(Specs.sliding(30, 10), Specs.sliding(60, 10))
                    .adopt(stateOf(Specs.sliding(60, 10).lateness(7))))
        .hasMessage(
            "withStateOf: the allowed lateness must be the 7 ms that the state was written with"
                + " but is 0 ms. Name the windows as they were.");
  }

  private static KeyEngine<Object, String> named(Specs after, Specs before) {
    return WindowedAggregation.of(after.spec()).withStateOf(before.spec()).engine(new Joining());
  }

  private static KeyState stateOf(Specs specs) {
    KeyEngine<Object, String> engine = specs.aggregation().engine(new Joining());
    KeyState state = engine.newState();
    engine.onElement(state, "a", 3, new Clocks(0, 0));
    return state;
  }
}
