package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeBounds;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of sessions as timelines: what comes in, and the panes that come out. */
class SessionTimelineTest {
  private static final TriggerSpec EARLY_AND_LATE =
      new EarlyAndLate(new AfterPane(1), Optional.of(new AfterPane(1)));

  @Test
  void elementsLessThanTheGapApart_areOneSession() {
    Specs.sessions(5)
        .timeline()
        .element("a", 0)
        .thenTimer(4, 4)
        .element("b", 4)
        .thenTimer(8, 8)
        .element("c", 9)
        .thenLiveSlices(2)
        .watermark(14)
        .thenPanes("[0, 9) ON_TIME#0 \"a+b\" @8 last", "[9, 14) ON_TIME#0 \"c\" @13 last")
        .thenNothingStored();
  }

  @Test
  void elementsExactlyTheGapApart_areOneSessionIfTheGapIsInclusive() {
    Specs.of(new SessionWindows(5, true))
        .timeline()
        .element("a", 0)
        .element("b", 5)
        .element("c", 11)
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#0 \"a+b\" @9 last", "[11, 16) ON_TIME#0 \"c\" @15 last")
        .thenNothingStored();
  }

  @Test
  void elementBetweenSessions_makesThemOne() {
    Specs.sessions(5)
        .timeline()
        .element("c", 9)
        .element("a", 0)
        .element("z", 30)
        .thenLiveSlices(3)
        .element("b", 4)
        .element("d", 7)
        .thenLiveSlices(2)
        .endOfTime()
        .thenPanes("[0, 14) ON_TIME#0 \"a+b+c+d\" @13 last", "[30, 35) ON_TIME#0 \"z\" @34 last")
        .thenNothingStored();
  }

  @Test
  void lateness_isAskedOfTheElementsOwnWindow() {
    Specs.sessions(5)
        .lateness(2)
        .timeline()
        .element("a", 0)
        .element("b", 4)
        .watermark(7)
        .element("c", 0)
        .thenTooLate("c")
        .thenExpiredWindows(1)
        .element("d", 2)
        .watermark(9)
        .thenPanes("[0, 9) ON_TIME#0 \"a+b+d\" @8")
        .watermark(11)
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void sessionThatHasFired_startsAgainWithNewBounds() {
    Specs.sessions(5)
        .lateness(10)
        .timeline()
        .element("a", 0)
        .watermark(6)
        .thenPanes("[0, 5) ON_TIME#0 \"a\" @4")
        .element("b", 3)
        .thenPanes()
        .watermark(8)
        .thenPanes("[0, 8) ON_TIME#0 \"a+b\" @7")
        .element("c", 1)
        .thenPanes("[0, 8) LATE#1 \"a+b+c\" @7")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void retracting_withdrawsEverySessionThatBecomesPart() {
    Specs.sessions(5)
        .trigger(EARLY_AND_LATE)
        .lateness(10)
        .retracting()
        .timeline()
        .element("a", 0)
        .element("c", 8)
        .thenPanes("[0, 5) EARLY#0 \"a\" @4", "[8, 13) EARLY#0 \"c\" @12")
        .element("b", 4)
        .thenPanes(
            "withdrawn [0, 5) EARLY#0 \"a\" @4",
            "withdrawn [8, 13) EARLY#0 \"c\" @12",
            "[0, 13) EARLY#0 \"a+c+b\" @12")
        .element("d", 5)
        .thenPanes("withdrawn [0, 13) EARLY#1 \"a+c+b\" @12", "[0, 13) EARLY#1 \"a+c+b+d\" @12")
        .watermark(20)
        .thenPanes(
            "withdrawn [0, 13) ON_TIME#2 \"a+c+b+d\" @12", "[0, 13) ON_TIME#2 \"a+c+b+d\" @12")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void retracting_keepsWhatIsNewApartUntilItIsShown() {
    Specs.sessions(5)
        .trigger(new Repeatedly(new AfterPane(2)))
        .retracting()
        .timeline()
        .element("a", 0)
        .element("b", 0)
        .thenPanes("[0, 5) EARLY#0 \"a+b\" @4")
        .element("c", 6)
        .thenPanes()
        .thenLiveSlices(2)
        .element("d", 3)
        .thenPanes("withdrawn [0, 5) EARLY#0 \"a+b\" @4", "[0, 11) EARLY#0 \"a+b+c+d\" @10")
        .thenLiveSlices(1)
        .endOfTime()
        .thenPanes(
            "withdrawn [0, 11) ON_TIME#1 \"a+b+c+d\" @10", "[0, 11) ON_TIME#1 \"a+b+c+d\" @10 last")
        .thenNothingStored();
  }

  @Test
  void discarding_showsEachElementOnce() {
    Specs.sessions(5)
        .trigger(EARLY_AND_LATE)
        .discarding()
        .timeline()
        .element("a", 0)
        .element("b", 4)
        .thenPanes("[0, 5) EARLY#0 \"a\" @4", "[0, 9) EARLY#0 \"b\" @8")
        .endOfTime()
        .thenPanes("[0, 9) ON_TIME#1 \"\" @8 last")
        .thenNothingStored();
  }

  @Test
  void counts_addUpWhenSessionsMerge() {
    Specs.sessions(5)
        .trigger(new Repeatedly(new AfterPane(4)))
        .timeline()
        .element("a", 0)
        .element("b", 8)
        .element("c", 9)
        .thenPanes()
        .element("d", 4)
        .thenPanes("[0, 14) EARLY#0 \"a+b+c+d\" @13")
        .endOfTime()
        .thenPanes("[0, 14) ON_TIME#1 \"a+b+c+d\" @13 last")
        .thenNothingStored();
  }

  @Test
  void processingTime_isTheEarliestOfThePartsWhenSessionsMerge() {
    Specs.sessions(5)
        .trigger(new Repeatedly(new AfterProcessingTime(List.of(new Delay(10)))))
        .onTime(FiringBehavior.FIRE_IF_NON_EMPTY)
        .timeline()
        .element("a", 0)
        .processingTime(6)
        .element("c", 8)
        .element("b", 4)
        .processingTime(10)
        .thenPanes()
        .processingTime(11)
        .thenPanes("[0, 13) EARLY#0 \"a+c+b\" @12")
        .processingTime(100)
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void timestamps_areThoseOfAllParts() {
    Specs.sessions(5)
        .timestamps(TimestampCombiner.EARLIEST)
        .timeline()
        .element("c", 8)
        .element("a", 0)
        .thenTimer(4, 0)
        .element("b", 4)
        .thenTimer(12, 0)
        .endOfTime()
        .thenPanes("[0, 13) ON_TIME#0 \"a+c+b\" @0 last")
        .thenNothingStored();
  }

  @Test
  void triggerThatNeverFires_leavesTheLastPane() {
    Specs.sessions(5)
        .trigger(new Never())
        .lateness(3)
        .timeline()
        .element("a", 0)
        .thenTimer(7, 4)
        .watermark(7)
        .thenPanes()
        .element("b", 3)
        .watermark(11)
        .thenPanes("[0, 8) ON_TIME#0 \"a+b\" @7 last")
        .thenNothingStored();
  }

  @Test
  void triggerThatFinishes_endsTheSession() {
    Specs.sessions(5)
        .trigger(new AfterPane(2))
        .timeline()
        .element("a", 0)
        .element("b", 1)
        .thenPanes("[0, 6) EARLY#0 \"a+b\" @5 last")
        .thenNothingStored();
  }

  @Test
  void endOfTime_cutsSessions() {
    long last = TimeBounds.LAST_WINDOW_INSTANT;
    Specs.sessions(5)
        .timeline()
        .element("a", last - 1)
        .element("b", TimeBounds.MAX_TIMESTAMP)
        .endOfTime()
        .thenPanes("[%d, %d) ON_TIME#0 \"a+b\" @%d last".formatted(last - 1, last + 1, last))
        .thenNothingStored();
  }

  @Test
  void gapMustBePositive() {
    assertThatThrownBy(() -> new SessionWindows(0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("gap: must be from 1 ms to 9223372036854775 ms but was 0 ms.");
  }
}
