package io.slicewise.core.engine;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Panes that repeat what their window shows, as timelines. The element "" changes no value. */
class RepeatsTimelineTest {
  private static final TriggerSpec EVERY_ELEMENT =
      new EarlyAndLate(new AfterPane(1), Optional.of(new AfterPane(1)));

  private static final Specs CHANGED =
      Specs.fixed(10).lateness(100).trigger(EVERY_ELEMENT).emitting(Repeats.LEFT_OUT);

  private static final Specs ON_TIME_ONCE =
      Specs.fixed(10).lateness(100).trigger(EVERY_ELEMENT).emitting(Repeats.LEFT_OUT_ON_TIME);

  private static final Specs GROWING = Specs.cumulative(6, 2).emitting(Repeats.LEFT_OUT);

  @Test
  void latePane_isLeftOutUntilTheValueChanges_andCountsNowhere() {
    Specs.fixed(10)
        .lateness(100)
        .emitting(Repeats.LEFT_OUT)
        .timeline()
        .element("a", 1)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .element("", 2)
        .element("", 3)
        .thenPanes()
        .element("b", 4)
        .thenPanes("[0, 10) LATE#1 \"a+b\" @9")
        .element("", 5)
        .thenPanes()
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void earlyAndOnTimePanes_areLeftOut() {
    CHANGED
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .element("", 2)
        .thenPanes()
        .watermark(10)
        .thenPanes()
        .element("b", 3)
        .thenPanes("[0, 10) LATE#1 \"a+b\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void onTimePane_isEmitted_ifTheValueHasChangedSince() {
    Specs.fixed(10)
        .trigger(new EarlyAndLate(new AfterPane(2), Optional.empty()))
        .emitting(Repeats.LEFT_OUT)
        .timeline()
        .element("a", 1)
        .element("b", 2)
        .thenPanes("[0, 10) EARLY#0 \"a+b\" @9")
        .element("c", 3)
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#1 \"a+b+c\" @9 last")
        .thenNothingStored();
  }

  @Test
  void closingPane_isLeftOut_unlessItIsTheOnlyOne() {
    Specs closing = CHANGED.closing(FiringBehavior.FIRE_ALWAYS);
    closing
        .timeline()
        .element("a", 1)
        .watermark(10)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
    closing
        .trigger(new TriggerSpec.Never())
        .timeline()
        .element("a", 1)
        .endOfTime()
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9 last")
        .thenNothingStored();
  }

  @Test
  void retraction_isOfTheLastPaneThatWasNotLeftOut() {
    CHANGED
        .retracting()
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .element("", 2)
        .watermark(10)
        .element("", 3)
        .thenPanes()
        .element("b", 4)
        .thenPanes("withdrawn [0, 10) LATE#1 \"a\" @9", "[0, 10) LATE#1 \"a+b\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  /** What it left out of a discarding window would never be shown. */
  @Test
  void discarding_leavesOutOnlyPanesWithoutElements() {
    CHANGED
        .discarding()
        .timeline()
        .element("a", 1)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .watermark(10)
        .thenPanes()
        .element("", 2)
        .thenPanes("[0, 10) LATE#1 \"\" @9")
        .element("a", 3)
        .thenPanes("[0, 10) LATE#2 \"a\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void windowThatHasGrown_isLeftOut_asLongAsItShowsTheSame() {
    GROWING
        .timeline()
        .element("a", 1)
        .endOfTime()
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last")
        .thenNothingStored();
    GROWING
        .timeline()
        .element("a", 1)
        .element("", 3)
        .element("b", 5)
        .element("a", 7)
        .endOfTime()
        .thenPanes(
            "[0, 2) ON_TIME#0 \"a\" @1 last",
            "[0, 6) ON_TIME#0 \"a+b\" @5 last",
            "[6, 8) ON_TIME#0 \"a\" @7 last")
        .thenNothingStored();
  }

  @Test
  void firstWindowWithElements_isShown_howeverLittleIsInIt() {
    GROWING
        .timeline()
        .element("", 3)
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#0 \"\" @3 last")
        .thenNothingStored();
  }

  /** The smaller window has not shown that element. */
  @Test
  void windowThatHasGrown_isShown_ifAnElementCameAfterTheSmallerHadExpired() {
    GROWING
        .timeline()
        .element("a", 1)
        .watermark(2)
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last")
        .element("", 0)
        .thenExpiredWindows(1)
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#0 \"a\" @3 last")
        .thenNothingStored();
  }

  @Test
  void windowThatHasGrown_isComparedWithWhatTheSmallerShowsNow() {
    GROWING
        .lateness(10)
        .timeline()
        .element("a", 1)
        .watermark(2)
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1")
        .element("b", 0)
        .thenPanes("[0, 2) LATE#1 \"a+b\" @1")
        .watermark(6)
        .thenPanes()
        .element("c", 1)
        .thenPanes("[0, 2) LATE#2 \"a+b+c\" @1")
        .element("d", 2)
        .thenPanes("[0, 4) LATE#0 \"a+b+c+d\" @3")
        .element("e", 1)
        .thenPanes("[0, 2) LATE#3 \"a+b+c+e\" @1", "[0, 4) LATE#1 \"a+b+c+e+d\" @3")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void discardingWindowThatHasGrown_isShown_ifItMayFireAgain() {
    GROWING
        .discarding()
        .lateness(1)
        .timeline()
        .element("a", 1)
        .endOfTime()
        .thenPanes(
            "[0, 2) ON_TIME#0 \"a\" @1 last",
            "[0, 4) ON_TIME#0 \"a\" @3 last",
            "[0, 6) ON_TIME#0 \"a\" @5 last")
        .thenNothingStored();
    for (Specs once : List.of(GROWING, GROWING.trigger(new TriggerSpec.Never()).lateness(1))) {
      once.discarding()
          .timeline()
          .element("a", 1)
          .endOfTime()
          .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last")
          .thenNothingStored();
    }
  }

  @Test
  void onTimeOnce_leavesOutTheOnTimePaneAfterTheSameEarlyOne() {
    ON_TIME_ONCE
        .timeline()
        .element("a", 1)
        .element("", 2)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9", "[0, 10) EARLY#1 \"a\" @9")
        .watermark(10)
        .thenPanes()
        .element("", 3)
        .thenPanes("[0, 10) LATE#2 \"a\" @9")
        .element("", 4)
        .thenPanes("[0, 10) LATE#3 \"a\" @9")
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void onTimeOnce_emitsAnOnTimePaneThatIsTheFirstOrHasNews() {
    Specs specs =
        ON_TIME_ONCE.trigger(new EarlyAndLate(new AfterPane(2), Optional.of(new AfterPane(1))));
    specs.timeline().element("a", 1).watermark(10).thenPanes("[0, 10) ON_TIME#0 \"a\" @9");
    specs
        .timeline()
        .element("a", 1)
        .element("b", 2)
        .element("c", 3)
        .watermark(10)
        .thenPanes("[0, 10) EARLY#0 \"a+b\" @9", "[0, 10) ON_TIME#1 \"a+b+c\" @9");
  }

  @Test
  void onTimeOnce_emitsClosingPanesAndWindowsThatHaveGrown() {
    ON_TIME_ONCE
        .closing(FiringBehavior.FIRE_ALWAYS)
        .timeline()
        .element("a", 1)
        .watermark(10)
        .thenPanes("[0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes("[0, 10) LATE#1 \"a\" @9 last")
        .thenNothingStored();
    Specs.cumulative(4, 2)
        .emitting(Repeats.LEFT_OUT_ON_TIME)
        .timeline()
        .element("a", 1)
        .endOfTime()
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last", "[0, 4) ON_TIME#0 \"a\" @3 last")
        .thenNothingStored();
  }

  /** What was shown before is not known, so the first repeat is not recognized. */
  @Test
  void runningPipeline_canBeUpdated() {
    Specs asInBeam = Specs.fixed(10).lateness(100);
    asInBeam
        .timeline()
        .element("a", 1)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"a\" @9")
        .updatedTo(asInBeam.emitting(Repeats.LEFT_OUT))
        .element("", 2)
        .thenPanes("[0, 10) LATE#1 \"a\" @9")
        .element("", 3)
        .thenPanes()
        .updatedTo(asInBeam)
        .element("", 4)
        .thenPanes("[0, 10) LATE#2 \"a\" @9")
        .endOfTime()
        .thenNothingStored();
    asInBeam
        .timeline()
        .element("", 1)
        .watermark(10)
        .thenPanes("[0, 10) ON_TIME#0 \"\" @9")
        .updatedTo(asInBeam.emitting(Repeats.LEFT_OUT))
        .element("", 2)
        .thenPanes("[0, 10) LATE#1 \"\" @9");
    Specs.cumulative(6, 2)
        .timeline()
        .element("a", 1)
        .watermark(2)
        .element("", 0)
        .thenPanes("[0, 2) ON_TIME#0 \"a\" @1 last")
        .updatedTo(GROWING)
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#0 \"a\" @3 last")
        .thenNothingStored();
  }
}
