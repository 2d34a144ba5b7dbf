package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.GlobalWindowPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of the engine as timelines: what comes in, and the panes that come out. */
class KeyEngineTest {
  private static final TriggerSpec EVERY_ELEMENT = new AfterPane(1);

  private static TriggerSpec earlyAndLate(TriggerSpec early, TriggerSpec late) {
    return new EarlyAndLate(early, Optional.of(late));
  }

  @Test
  void overlappingWindows_shareSlices() {
    Specs.sliding(4, 2)
        .timeline()
        .element("a", 1)
        .element("b", 3)
        .thenLiveSlices(2)
        .thenWindowRecords(0)
        .thenTimer(1, 1)
        .thenPanes()
        .watermark(4)
        .thenPanes("[-2, 2) ON_TIME#0 \"a\" @1 last", "[0, 4) ON_TIME#0 \"a+b\" @3 last")
        .thenTimer(5, 5)
        .endOfTime()
        .thenPanes("[2, 6) ON_TIME#0 \"b\" @5 last")
        .thenNothingStored();
  }

  @Test
  void windowIsOver_onlyWhenTheWatermarkIsBeyondItsLastInstant() {
    Specs.fixed(10)
        .timeline()
        .element("a", 9)
        .watermark(9)
        .thenPanes()
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenNothingStored();
  }

  @Test
  void lateElement_countsInItsWindowsThatHaveNotExpired() {
    Specs.sliding(4, 2)
        .lateness(2)
        .timeline()
        .element(3, 1)
        .element(5, 3)
        .watermark(4)
        .thenPanes("[-2, 2) ON_TIME#0 \"3\" @1 last", "[0, 4) ON_TIME#0 \"3+5\" @3")
        .element(7, 2)
        .thenPanes("[0, 4) LATE#1 \"3+5+7\" @3")
        .watermark(6)
        .thenPanes("[2, 6) ON_TIME#0 \"5+7\" @5")
        .element(9, 1)
        .thenPanes()
        .thenTooLate(9)
        .thenExpiredWindows(2)
        .watermark(8)
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void lateElementOnTheBorderOfExpiry_isKept() {
    Specs.fixed(10)
        .lateness(5)
        .timeline()
        .element("a", 1)
        .watermark(14)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .element("b", 2)
        .thenPanes("[0, 10) LATE#1 \"a+b\" @9")
        .watermark(15)
        .element("c", 3)
        .thenTooLate("c")
        .thenNothingStored();
  }

  @Test
  void firstElementOfAWindow_mayComeLate() {
    Specs.fixed(10)
        .lateness(100)
        .timeline()
        .watermark(20)
        .element("a", 1)
        .thenPanes("[0, 10) LATE#0 \"a\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void discarding_showsEachElementOncePerWindow() {
    Specs.sliding(4, 2)
        .lateness(10)
        .discarding()
        .timeline()
        .element("a", 1)
        .element("b", 2)
        .watermark(4)
        .thenPanes("[-2, 2) ON_TIME#0 \"a\" @1", "[0, 4) ON_TIME#0 \"a+b\" @3")
        .element("c", 1)
        .thenPanes("[-2, 2) LATE#1 \"c\" @1", "[0, 4) LATE#1 \"c\" @3")
        .element("d", 3)
        .thenPanes("[0, 4) LATE#2 \"d\" @3")
        .watermark(6)
        .thenPanes("[2, 6) ON_TIME#0 \"b+d\" @5")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void earlyPanes_areSpeculativeAndRepeat() {
    Specs.sliding(4, 2)
        .trigger(earlyAndLate(new AfterPane(2), EVERY_ELEMENT))
        .lateness(10)
        .timeline()
        .element("a", 2)
        .thenPanes()
        .element("b", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b\" @3", "[2, 6) EARLY#0 \"a+b\" @5")
        .element("c", 5)
        .thenPanes()
        .watermark(6)
        .thenPanes("[0, 4) ON_TIME#1 \"a+b\" @3", "[2, 6) ON_TIME#1 \"a+b+c\" @5")
        .element("d", 4)
        .thenPanes("[2, 6) LATE#2 \"a+b+c+d\" @5", "[4, 8) EARLY#0 \"c+d\" @7")
        .endOfTime()
        .thenPanes("[4, 8) ON_TIME#1 \"c+d\" @7 last")
        .thenNothingStored();
  }

  @Test
  void emptyOnTimePane_isEmittedUnlessNotWanted() {
    TriggerSpec everyElement = new Repeatedly(EVERY_ELEMENT);
    TriggerSpec early = new EarlyAndLate(EVERY_ELEMENT, Optional.empty());
    Specs.fixed(10)
        .trigger(early)
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#1 \"a\" @9 last");
    Specs.fixed(10)
        .trigger(early)
        .discarding()
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#1 \"\" @9 last");
    Specs.fixed(10)
        .trigger(everyElement)
        .onTime(FiringBehavior.FIRE_IF_NON_EMPTY)
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void closingPane_isEmittedIfWanted() {
    Specs.fixed(10)
        .lateness(5)
        .closing(FiringBehavior.FIRE_ALWAYS)
        .timeline()
        .element("a", 1)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .watermark(15)
        .thenPanes("[0, 10) LATE#1 \"a\" @9 last")
        .thenNothingStored();
  }

  @Test
  void watermarkBeyondEndAndExpiry_givesOnePaneThatIsLast() {
    Specs.fixed(10)
        .lateness(5)
        .timeline()
        .element("a", 1)
        .watermark(1_000)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenNothingStored();
  }

  @Test
  void processingTimeDelay_hasPassedOnceTheClockIsBeyondIt() {
    Specs.of(new GlobalWindowPlan())
        .trigger(new Repeatedly(new AfterProcessingTime(List.of(new Delay(10)))))
        .discarding()
        .timeline()
        .processingTime(100)
        .element("a", 1)
        .processingTime(110)
        .thenPanes()
        .processingTime(111)
        .thenPanes("[-9223372036854775, 9223371950454776) EARLY#0 \"a\" @9223371950454775")
        .element("b", 2)
        .endOfTime()
        .thenPanes("[-9223372036854775, 9223371950454776) ON_TIME#1 \"b\" @9223371950454775 last")
        .thenNothingStored();
  }

  @Test
  void timersOfEarlierFirings_doNotPileUp() {
    TriggerSpec countOrDelay =
        new TriggerSpec.AfterFirst(
            List.of(new AfterPane(1), new AfterProcessingTime(List.of(new Delay(1_000_000)))));
    KeyTimeline timeline =
        Specs.fixed(10).trigger(new Repeatedly(countOrDelay)).discarding().timeline();
    for (int i = 0; i < 1_000; i++) {
      timeline.processingTime(i).element("", 1);
    }
    timeline.thenStateIsSmallerThan(100);
  }

  @Test
  void endlessDelay_neverPasses() {
    Specs.fixed(10)
        .trigger(new Repeatedly(new AfterProcessingTime(List.of(new Delay(Long.MAX_VALUE)))))
        .timeline()
        .processingTime(1_000)
        .element("a", 1)
        .thenPanes()
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenNothingStored();
  }

  @Test
  void earliestTimestamps_holdTheOutputBack() {
    Specs.sliding(4, 2)
        .timestamps(TimestampCombiner.EARLIEST)
        .timeline()
        .element("a", 3)
        .thenTimer(3, 3)
        .element("b", 2)
        .thenTimer(3, 2)
        .watermark(4)
        .thenPanes("[0, 4) ON_TIME#0 \"a+b\" @2 last")
        .thenTimer(5, 2)
        .endOfTime()
        .thenPanes("[2, 6) ON_TIME#0 \"a+b\" @2 last")
        .thenNothingStored();
  }

  @Test
  void latestTimestamps_areThoseOfTheWindow() {
    Specs.sliding(4, 2)
        .timestamps(TimestampCombiner.LATEST)
        .timeline()
        .element("a", 2)
        .element("b", 5)
        .endOfTime()
        .thenPanes(
            "[0, 4) ON_TIME#0 \"a\" @2 last",
            "[2, 6) ON_TIME#0 \"a+b\" @5 last",
            "[4, 8) ON_TIME#0 \"b\" @5 last")
        .thenNothingStored();
  }

  @Test
  void elementInAGap_changesNothing() {
    Specs.sliding(3, 10)
        .timeline()
        .element("a", 5)
        .thenNothingStored()
        .element("b", -8)
        .endOfTime()
        .thenPanes("[-10, -7) ON_TIME#0 \"b\" @-8 last")
        .thenTooLate()
        .thenNothingStored();
  }

  @Test
  void finishedTrigger_closesTheWindowForLaterElements() {
    Specs.fixed(10)
        .trigger(new TriggerSpec.OrFinally(new Repeatedly(new AfterPane(5)), new AfterPane(2)))
        .timeline()
        .element("a", 1)
        .element("b", 2)
        .thenPanes("[0, 10) EARLY#0 \"a+b\" @9 last")
        .element("c", 3)
        .thenClosedWindows(1)
        .thenPanes()
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void elementBehindMillionsOfExpiredWindows_costsOneStep() {
    long day = 86_400_000;
    Specs.sliding(day, 1)
        .timeline()
        .watermark(10 * day)
        .element("a", day)
        .thenExpiredWindows(day)
        .thenTooLate("a")
        .thenNothingStored();
  }

  @Test
  void watermarkThatGoesBack_isTakenAsTheHighestSeen() {
    Specs.fixed(10)
        .lateness(20)
        .timeline()
        .element("a", 1)
        .watermark(15)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .watermark(-100)
        .element("b", 2)
        .thenPanes("[0, 10) LATE#1 \"a+b\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void panes_canBeTakenOneByOne() {
    KeyEngine<Object, String> engine =
        WindowedAggregation.of(Specs.sliding(4, 2).spec()).engine(new Joining());
    KeyState state = engine.newState();
    engine.onElement(state, "a", 1, new Clocks(0, 0));
    List<String> taken = new ArrayList<>();
    Step<String> step =
        engine.onWatermark(state, new Clocks(100, 0), pane -> taken.add(pane.window().toString()));
    assertThat(taken).containsExactly("[-2, 2)", "[0, 4)");
    assertThat(step.panes()).isEmpty();
  }
}
