package io.slicewise.core.engine;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.window.CalendarUnit;
import io.slicewise.core.window.CalendarWindowPlan;
import io.slicewise.core.window.TimeBounds;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Windows without elements that fire nevertheless, as timelines. */
class FilledWindowsTimelineTest {

  @Test
  void emptyWindows_fireUntilTheIdleLimit() {
    Specs.fixed(10)
        .filling(20)
        .timeline()
        .element("a", 3)
        .watermark(100)
        .thenPanes(
            "[0, 10) ON_TIME#0 \"a\" @9 last",
            "[10, 20) ON_TIME#0 \"\" @19 last",
            "[20, 30) ON_TIME#0 \"\" @29 last")
        .thenNothingStored();
  }

  @Test
  void timers_areAtTheEndOfEachWindow_untilTheIdleLimit() {
    Specs.fixed(10)
        .filling(20)
        .timeline()
        .element("a", 3)
        .thenTimer(9, 9)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenTimer(19, 19)
        .thenLiveSlices(0)
        .watermark(19)
        .thenPanes()
        .watermark(20)
        .thenPanes("[10, 20) ON_TIME#0 \"\" @19 last")
        .thenTimer(29, 29)
        .watermark(30)
        .thenPanes("[20, 30) ON_TIME#0 \"\" @29 last")
        .thenNothingStored();
  }

  @Test
  void idleLimit_isFromStartToStart() {
    Specs.fixed(10)
        .filling(9)
        .timeline()
        .element("a", 9)
        .watermark(100)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenNothingStored();
    Specs.fixed(10)
        .filling(10)
        .timeline()
        .element("a", 9)
        .watermark(100)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last", "[10, 20) ON_TIME#0 \"\" @19 last")
        .thenNothingStored();
  }

  @Test
  void betweenElements_theIdleLimitCountsToo() {
    Specs.fixed(10)
        .filling(20)
        .timeline()
        .element("a", 3)
        .element("b", 25)
        .element("c", 65)
        .watermark(80)
        .thenPanes(
            "[0, 10) ON_TIME#0 \"a\" @9 last",
            "[10, 20) ON_TIME#0 \"\" @19 last",
            "[20, 30) ON_TIME#0 \"b\" @29 last",
            "[30, 40) ON_TIME#0 \"\" @39 last",
            "[40, 50) ON_TIME#0 \"\" @49 last",
            "[60, 70) ON_TIME#0 \"c\" @69 last",
            "[70, 80) ON_TIME#0 \"\" @79 last")
        .watermark(1_000)
        .thenPanes("[80, 90) ON_TIME#0 \"\" @89 last")
        .thenNothingStored();
  }

  @Test
  void endOfInput_fillsInOnlyBetweenElements() {
    Specs.fixed(10)
        .filling(20)
        .timeline()
        .element("a", 3)
        .element("b", 25)
        .endOfTime()
        .thenPanes(
            "[0, 10) ON_TIME#0 \"a\" @9 last",
            "[10, 20) ON_TIME#0 \"\" @19 last",
            "[20, 30) ON_TIME#0 \"b\" @29 last")
        .thenNothingStored();
    Specs.fixed(10)
        .filling(20)
        .timeline()
        .element("a", 3)
        .watermark(20)
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last", "[10, 20) ON_TIME#0 \"\" @19 last")
        .thenNothingStored();
  }

  /** Where the watermark of some runners ends. */
  @Test
  void lastInstantOfTheLastWindow_isTheEndOfTheInput() {
    long last = TimeBounds.LAST_WINDOW_INSTANT;
    Specs.fixed(10)
        .filling(10)
        .timeline()
        .element("a", last - 25)
        .watermark(last - 1)
        .thenPanes(
            "[9223371950454750, 9223371950454760) ON_TIME#0 \"a\" @9223371950454759 last",
            "[9223371950454760, 9223371950454770) ON_TIME#0 \"\" @9223371950454769 last")
        .thenNothingStored();
    Specs.fixed(10)
        .filling(10)
        .timeline()
        .element("a", last - 25)
        .watermark(last)
        .thenPanes("[9223371950454750, 9223371950454760) ON_TIME#0 \"a\" @9223371950454759 last")
        .thenNothingStored();
  }

  @Test
  void keyThatWentIdle_startsAnew() {
    Specs.fixed(10)
        .filling(10)
        .timeline()
        .element("a", 3)
        .watermark(100)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last", "[10, 20) ON_TIME#0 \"\" @19 last")
        .thenNothingStored()
        .element("b", 105)
        .watermark(200)
        .thenPanes("[100, 110) ON_TIME#0 \"b\" @109 last", "[110, 120) ON_TIME#0 \"\" @119 last")
        .thenNothingStored();
  }

  @Test
  void filledWindow_takesLateElements() {
    Specs.fixed(10)
        .lateness(15)
        .filling(10)
        .timeline()
        .element("a", 3)
        .watermark(20)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9", "[10, 20) ON_TIME#0 \"\" @19")
        .element("b", 12)
        .thenPanes("[10, 20) LATE#1 \"b\" @19")
        .watermark(30)
        .thenPanes("[20, 30) ON_TIME#0 \"\" @29")
        .watermark(1_000)
        .thenPanes()
        .thenNothingStored();
  }

  /** What is over by then stays empty, as no watermark passes its end any more. */
  @Test
  void lateElement_fillsInOnlyWhatIsNotOver() {
    Specs.fixed(10)
        .lateness(100)
        .filling(30)
        .timeline()
        .watermark(25)
        .element("a", 3)
        .thenPanes("[0, 10) LATE#0 \"a\" @9")
        .thenTimer(29, 29)
        .watermark(1_000)
        .thenPanes("[20, 30) ON_TIME#0 \"\" @29 last", "[30, 40) ON_TIME#0 \"\" @39 last")
        .thenNothingStored();
  }

  @Test
  void lateElementThatFiresNothingYet_fillsInToo() {
    Specs.fixed(10)
        .lateness(100)
        .trigger(new EarlyAndLate(new Never(), Optional.of(new AfterPane(2))))
        .filling(10)
        .timeline()
        .element("a", 3)
        .watermark(25)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9", "[10, 20) ON_TIME#0 \"\" @19")
        .element("b", 12)
        .thenPanes()
        .thenTimer(29, 29)
        .watermark(30)
        .thenPanes("[20, 30) ON_TIME#0 \"\" @29")
        .endOfTime()
        .thenPanes("[10, 20) LATE#1 \"b\" @19 last")
        .thenNothingStored();
  }

  @Test
  void elementsTooLate_startNothing() {
    Specs.fixed(10)
        .filling(100)
        .timeline()
        .watermark(25)
        .element("a", 3)
        .thenTooLate("a")
        .thenNothingStored();
  }

  @Test
  void filledWindow_closesAsOthersDo() {
    Specs.fixed(10)
        .lateness(5)
        .closing(FiringBehavior.FIRE_ALWAYS)
        .filling(10)
        .timeline()
        .element("a", 3)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .watermark(20)
        .thenPanes("[0, 10) LATE#1 \"a\" @9 last", "[10, 20) ON_TIME#0 \"\" @19")
        .watermark(25)
        .thenPanes("[10, 20) LATE#1 \"\" @19 last")
        .thenNothingStored();
  }

  /** The on-time pane of an empty window is wanted here, whatever the on-time behaviour. */
  @Test
  void onTimeBehavior_isForWindowsThatHaveFired() {
    Specs.fixed(10)
        .onTime(FiringBehavior.FIRE_IF_NON_EMPTY)
        .discarding()
        .trigger(new EarlyAndLate(new AfterPane(1), Optional.of(new AfterPane(1))))
        .filling(10)
        .timeline()
        .element("a", 3)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .watermark(100)
        .thenPanes("[10, 20) ON_TIME#0 \"\" @19 last")
        .thenNothingStored();
  }

  @Test
  void finishedTrigger_leavesNothing() {
    Specs.fixed(10)
        .trigger(new AfterEndOfWindow())
        .lateness(10)
        .filling(10)
        .timeline()
        .element("a", 3)
        .watermark(20)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last", "[10, 20) ON_TIME#0 \"\" @19 last")
        .element("b", 12)
        .thenClosedWindows(1)
        .watermark(1_000)
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void slidingWindows_areFilledFromTheLastWithElements() {
    Specs.sliding(4, 2)
        .filling(2)
        .timeline()
        .element("a", 1)
        .watermark(100)
        .thenPanes(
            "[-2, 2) ON_TIME#0 \"a\" @1 last",
            "[0, 4) ON_TIME#0 \"a\" @3 last",
            "[2, 6) ON_TIME#0 \"\" @5 last")
        .thenNothingStored();
  }

  @Test
  void slidingWindows_areFilledThoughOthersWithElementsAreOpen() {
    Specs.sliding(2, 5)
        .filling(5)
        .timeline()
        .element("a", 1)
        .element("b", 11)
        .watermark(10)
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last", "[5, 7) ON_TIME#0 \"\" @6 last")
        .watermark(100)
        .thenPanes("[10, 12) ON_TIME#0 \"b\" @11 last", "[15, 17) ON_TIME#0 \"\" @16 last")
        .thenNothingStored();
  }

  /** All that start together are within the same limit. */
  @Test
  void cumulativeWindows_areFilledAsTheyGrow() {
    Specs.cumulative(6, 2)
        .filling(6)
        .timeline()
        .element("a", 3)
        .watermark(100)
        .thenPanes(
            "[0, 4) ON_TIME#0 \"a\" @3 last",
            "[0, 6) ON_TIME#0 \"a\" @5 last",
            "[6, 8) ON_TIME#0 \"\" @7 last",
            "[6, 10) ON_TIME#0 \"\" @9 last",
            "[6, 12) ON_TIME#0 \"\" @11 last")
        .thenNothingStored();
  }

  @Test
  void calendarWindows_areFilled() {
    long day = 24 * 60 * 60 * 1000;
    Specs.of(new CalendarWindowPlan(CalendarUnit.MONTHS, 1, 1, 0, ZoneOffset.UTC))
        .filling(31 * day)
        .timeline()
        .element("a", 3)
        .watermark(365 * day)
        .thenPanes(
            "[0, 2678400000) ON_TIME#0 \"a\" @2678399999 last",
            "[2678400000, 5097600000) ON_TIME#0 \"\" @5097599999 last")
        .thenNothingStored();
  }

  /** An empty window shows nothing yet, so its pane is no repeat; a larger one may be. */
  @Test
  void withPanesOnlyWhenChanged() {
    Specs.fixed(10)
        .emitting(Repeats.LEFT_OUT)
        .filling(20)
        .timeline()
        .element("a", 3)
        .watermark(100)
        .thenPanes(
            "[0, 10) ON_TIME#0 \"a\" @9 last",
            "[10, 20) ON_TIME#0 \"\" @19 last",
            "[20, 30) ON_TIME#0 \"\" @29 last")
        .thenNothingStored();
    Specs.cumulative(4, 2)
        .emitting(Repeats.LEFT_OUT)
        .filling(4)
        .timeline()
        .element("a", 1)
        .watermark(100)
        .thenPanes(
            "[0, 2) ON_TIME#0 \"a\" @1 last",
            "[4, 6) ON_TIME#0 \"\" @5 last",
            "[4, 8) ON_TIME#0 \"\" @7 last")
        .thenNothingStored();
  }

  @Test
  void runningPipeline_canBeUpdated() {
    Specs.fixed(10)
        .timeline()
        .element("a", 3)
        .updatedTo(Specs.fixed(10).filling(10))
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenTimer(19, 19)
        .updatedTo(Specs.fixed(10))
        .watermark(100)
        .thenPanes()
        .thenNothingStored();
  }
}
