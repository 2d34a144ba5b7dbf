package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.TimeBounds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Timestamps far ahead of the watermark as timelines. */
class FutureBoundTimelineTest {
  private static final String GLOBAL = "[-9223372036854775, 9223371950454776)";

  private static KeyTimeline clamped(Specs specs, long ahead) {
    return timeline(specs, new FutureBound(ahead, false));
  }

  private static KeyTimeline diverted(Specs specs, long ahead) {
    return timeline(specs, new FutureBound(ahead, true));
  }

  private static KeyTimeline timeline(Specs specs, FutureBound bound) {
    return new KeyTimeline(new WindowedAggregation(List.of(specs.spec()), bound));
  }

  @Test
  void clamped_isTakenAtTheBound() {
    clamped(Specs.fixed(10).timestamps(TimestampCombiner.EARLIEST), 15)
        .watermark(100)
        .element("a", 115)
        .element("b", 116)
        .element("c", 1_000_000)
        .watermark(120)
        .thenPanes("[110, 120) ON_TIME#0 \"a+b+c\" @115 last")
        .thenTooEarly()
        .thenNothingStored();
  }

  @Test
  void diverted_leavesNothing() {
    diverted(Specs.fixed(10), 15)
        .watermark(100)
        .element("b", 116)
        .thenTooEarly("b")
        .thenNothingStored()
        .element("a", 115)
        .element("c", 1_000_000)
        .thenTooEarly("b", "c")
        .thenTooLate()
        .endOfTime()
        .thenPanes("[110, 120) ON_TIME#0 \"a\" @119 last")
        .thenNothingStored();
  }

  @Test
  void boundOfZero_acceptsTheWatermarkItself() {
    diverted(Specs.fixed(10), 0)
        .watermark(100)
        .element("a", 99)
        .element("b", 100)
        .element("c", 101)
        .thenTooEarly("c")
        .thenTooLate("a")
        .endOfTime()
        .thenPanes("[100, 110) ON_TIME#0 \"b\" @109 last");
  }

  @Test
  void withoutAWatermark_everythingIsAccepted() {
    for (boolean diverts : new boolean[] {false, true}) {
      timeline(Specs.fixed(10), new FutureBound(15, diverts))
          .element("a", 1_000_003)
          .thenTooEarly()
          .watermark(TimeBounds.MIN_TIMESTAMP + 1)
          .endOfTime()
          .thenPanes("[1000000, 1000010) ON_TIME#0 \"a\" @1000009 last");
    }
  }

  @Test
  void clampedBetweenWindows_isInAGap() {
    clamped(Specs.sliding(3, 10), 5)
        .watermark(100)
        .element("a", 111)
        .thenTooEarly()
        .thenTooLate()
        .thenNothingStored();
  }

  /** Before the element, as always. */
  @Test
  void diverted_letsThePanesThatAreDueFire() {
    KeyEngine<Object, String> engine =
        new WindowedAggregation(List.of(Specs.fixed(10).spec()), new FutureBound(5, true))
            .engine(new Joining());
    KeyState state = engine.newState();
    engine.onElement(state, "a", 1, new Clocks(0, 0));
    Step<String> step = engine.onElement(state, "b", 1_000, new Clocks(50, 0));
    assertThat(step.outcome()).isEqualTo(ElementOutcome.TOO_EARLY);
    assertThat(step.panes()).extracting(FiredPane::value).containsExactly("a");
    assertThat(step.stateChanged()).isTrue();
    assertThat(state.isEmpty()).isTrue();
    assertThat(engine.onElement(state, "c", 1_000, new Clocks(50, 0)).stateChanged()).isFalse();
  }

  /** A watermark that went back with a restored runner does not count. */
  @Test
  void bound_goesByTheHighestWatermark() {
    diverted(Specs.fixed(10), 15)
        .element("a", 101)
        .watermark(100)
        .watermark(50)
        .element("b", 115)
        .thenTooEarly()
        .endOfTime()
        .thenPanes("[100, 110) ON_TIME#0 \"a\" @109 last", "[110, 120) ON_TIME#0 \"b\" @119 last");
  }

  /** Timestamps may be after the last window; they count as in it. */
  @Test
  void endOfTime_isNoBound() {
    Specs global = Specs.of(new GlobalWindowPlan());
    long last = TimeBounds.LAST_WINDOW_INSTANT;
    diverted(global, 1_000)
        .watermark(last - 10)
        .element("a", last)
        .element("b", last + 990)
        .element("c", last + 991)
        .thenTooEarly("c")
        .endOfTime()
        .thenPanes(GLOBAL + " ON_TIME#0 \"a+b\" @" + last + " last");
    diverted(global, Long.MAX_VALUE)
        .watermark(0)
        .element("a", TimeBounds.MAX_TIMESTAMP)
        .watermark(last)
        .element("b", TimeBounds.MAX_TIMESTAMP)
        .thenTooEarly()
        .endOfTime()
        .thenPanes(GLOBAL + " ON_TIME#0 \"a+b\" @" + last + " last");
  }

  @Test
  void negativeBound_isRefused() {
    assertThatThrownBy(() -> new FutureBound(-1, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("future bound: must be zero or more but was -1 ms.");
  }
}
