package io.slicewise.core.engine;

import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.GlobalWindowPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several window specifications over one store of slices, as timelines. */
class SeveralSpecsTest {

  @Test
  void slices_areCutAtTheEdgesOfAllWindows() {
    Specs.several(Specs.fixed(4), Specs.fixed(6))
        .elements("a@1 b@5 c@7 d@3 e@9")
        .thenLiveSlices(4)
        .thenTimer(3, 3)
        .thenPanes()
        .watermark(12)
        .thenPanes(
            "0: [0, 4) ON_TIME#0 \"a+d\" @3 last",
            "0: [4, 8) ON_TIME#0 \"b+c\" @7 last",
            "0: [8, 12) ON_TIME#0 \"e\" @11 last",
            "1: [0, 6) ON_TIME#0 \"a+d+b\" @5 last",
            "1: [6, 12) ON_TIME#0 \"c+e\" @11 last")
        .thenNothingStored();
  }

  @Test
  void edgeThatNoWindowNeedsAnyMore_disappears() {
    Specs.several(Specs.fixed(10), Specs.fixed(100))
        .elements("a@5 b@15 c@25")
        .thenLiveSlices(3)
        .watermark(10)
        .thenPanes("0: [0, 10) ON_TIME#0 \"a\" @9 last")
        .thenLiveSlices(3)
        .watermark(20)
        .thenPanes("0: [10, 20) ON_TIME#0 \"b\" @19 last")
        .thenLiveSlices(2)
        .watermark(30)
        .thenPanes("0: [20, 30) ON_TIME#0 \"c\" @29 last")
        .thenLiveSlices(1)
        .element("d", 15)
        .thenLiveSlices(1)
        .watermark(100)
        .thenPanes("1: [0, 100) ON_TIME#0 \"a+b+c+d\" @99 last")
        .thenNothingStored();
  }

  @Test
  void edges_areKeptForLateElementsOfTheirWindow() {
    Specs.several(Specs.fixed(10).lateness(15), Specs.fixed(100))
        .elements("a@5 b@15")
        .watermark(20)
        .thenPanes("0: [0, 10) ON_TIME#0 \"a\" @9", "0: [10, 20) ON_TIME#0 \"b\" @19")
        .thenLiveSlices(2)
        .element("c", 6)
        .thenPanes("0: [0, 10) LATE#1 \"a+c\" @9")
        .watermark(25)
        .element("d", 16)
        .thenPanes("0: [10, 20) LATE#1 \"b+d\" @19")
        .thenLiveSlices(2)
        .watermark(35)
        .thenLiveSlices(1)
        .endOfTime()
        .thenPanes("1: [0, 100) ON_TIME#0 \"a+c+b+d\" @99 last")
        .thenNothingStored();
  }

  @Test
  void fewSlicesAndBytes_howeverFarTimeGoes() {
    for (Specs large : List.of(Specs.fixed(100), Specs.fixed(1_000_000), global())) {
      KeyTimeline timeline = Specs.several(Specs.fixed(10), large);
      for (int time = 0; time < 20_000; time += 5) {
        timeline
            .element("", time)
            .watermark(time)
            .thenLiveSlicesAtMost(3)
            .thenStateIsSmallerThan(70);
      }
      timeline.endOfTime().thenNothingStored();
    }
  }

  /** 1,000 short windows that still take late elements, beside a window of them all. */
  @Test
  void pane_costsAboutTwiceTheRootOfItsSlices() {
    Specs small = Specs.fixed(10).lateness(20_000);
    Specs large = Specs.fixed(10_000).lateness(20_000);
    for (KeyTimeline timeline :
        List.of(
            Specs.several(small, large),
            Specs.several(large, small),
            Specs.several(global().trigger(new Repeatedly(new AfterPane(1))), small))) {
      for (int time = 0; time < 10_000; time += 10) {
        timeline.element("", time);
      }
      timeline.watermark(10_000).thenLiveSlices(1_000);
      timeline.element("", 5_000).thenMergesAtMost(75);
    }
  }

  private static Specs global() {
    return Specs.of(new GlobalWindowPlan());
  }

  @Test
  void elementTooLateForOne_countsInTheWindowsOfTheOther() {
    Specs.several(Specs.fixed(10), Specs.fixed(100).lateness(5))
        .elements("a@5")
        .watermark(50)
        .thenPanes("0: [0, 10) ON_TIME#0 \"a\" @9 last")
        .element("b", 15)
        .thenTooLate()
        .thenExpiredWindows(1)
        .watermark(101)
        .thenPanes("1: [0, 100) ON_TIME#0 \"a+b\" @99")
        .element("c", 95)
        .thenPanes("1: [0, 100) LATE#1 \"a+b+c\" @99")
        .thenTooLate()
        .thenExpiredWindows(2)
        .watermark(105)
        .element("d", 95)
        .thenPanes()
        .thenTooLate("d")
        .thenExpiredWindows(4)
        .thenNothingStored();
  }

  @Test
  void gapOfOne_takesElementsOfTheOther_butLeavesNothingByItself() {
    Specs.several(Specs.sliding(3, 10).lateness(100), Specs.fixed(5))
        .elements("a@1 b@4 c@6")
        .thenLiveSlices(3)
        .watermark(5)
        .thenPanes("0: [0, 3) ON_TIME#0 \"a\" @2", "1: [0, 5) ON_TIME#0 \"a+b\" @4 last")
        .thenLiveSlices(2)
        .watermark(10)
        .thenPanes("1: [5, 10) ON_TIME#0 \"c\" @9 last")
        .thenLiveSlices(1)
        .element("d", 7)
        .thenTooLate("d")
        .element("e", 2)
        .thenPanes("0: [0, 3) LATE#1 \"a+e\" @2")
        .thenTooLate("d")
        .watermark(103)
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void elementInTheGapOfAll_changesNothing() {
    Specs.several(Specs.sliding(3, 10), Specs.sliding(4, 20))
        .elements("a@5")
        .thenTooLate()
        .thenExpiredWindows(0)
        .thenNothingStored();
  }

  /** Slices that become one are in order of time; in a slice, elements are in order of arrival. */
  @Test
  void elementsOutOfOrder_areJoinedInOrderOfTime() {
    Specs.several(Specs.fixed(4), Specs.fixed(12), Specs.sliding(12, 6))
        .elements("d@9 c@6 b@5 a@1")
        .watermark(8)
        .thenPanes(
            "0: [0, 4) ON_TIME#0 \"a\" @3 last",
            "0: [4, 8) ON_TIME#0 \"b+c\" @7 last",
            "2: [-6, 6) ON_TIME#0 \"a+b\" @5 last")
        .thenLiveSlices(3)
        .element("e", 2)
        .thenTooLate()
        .endOfTime()
        .thenPanes(
            "0: [8, 12) ON_TIME#0 \"d\" @11 last",
            "1: [0, 12) ON_TIME#0 \"a+b+e+c+d\" @11 last",
            "2: [0, 12) ON_TIME#0 \"a+b+e+c+d\" @11 last",
            "2: [6, 18) ON_TIME#0 \"c+d\" @17 last")
        .thenNothingStored();
  }

  @Test
  void each_firesAndDiscardsByItself() {
    Specs.several(
            Specs.fixed(8).trigger(new Repeatedly(new AfterPane(2))).discarding(),
            Specs.fixed(8).trigger(new Repeatedly(new AfterPane(3))),
            Specs.fixed(8).lateness(4).discarding())
        .elements("a@1 b@2")
        .thenPanes("0: [0, 8) EARLY#0 \"a+b\" @7")
        .element("c", 3)
        .thenPanes("1: [0, 8) EARLY#0 \"a+b+c\" @7")
        .watermark(8)
        .thenPanes(
            "0: [0, 8) ON_TIME#1 \"c\" @7 last",
            "1: [0, 8) ON_TIME#1 \"a+b+c\" @7 last",
            "2: [0, 8) ON_TIME#0 \"a+b+c\" @7")
        .element("d", 4)
        .thenPanes("2: [0, 8) LATE#1 \"d\" @7")
        .watermark(12)
        .thenNothingStored();
  }

  @Test
  void each_hasItsOwnTimestamps_andTheEarliestHoldsTheOutputBack() {
    Specs.several(
            Specs.fixed(4).timestamps(TimestampCombiner.LATEST),
            Specs.fixed(12).timestamps(TimestampCombiner.EARLIEST),
            Specs.fixed(12))
        .elements("a@2 b@3 c@6")
        .thenTimer(3, 2)
        .watermark(8)
        .thenPanes("0: [0, 4) ON_TIME#0 \"a+b\" @3 last", "0: [4, 8) ON_TIME#0 \"c\" @6 last")
        .thenLiveSlices(1)
        .thenTimer(11, 2)
        .endOfTime()
        .thenPanes(
            "1: [0, 12) ON_TIME#0 \"a+b+c\" @2 last", "2: [0, 12) ON_TIME#0 \"a+b+c\" @11 last")
        .thenNothingStored();
  }

  @Test
  void processingTime_wakesOnlyThoseThatLookAtIt() {
    Specs.several(
            Specs.fixed(10),
            Specs.fixed(10).trigger(new Repeatedly(new AfterProcessingTime(List.of(new Delay(5))))))
        .elements("a@1")
        .processingTime(6)
        .thenPanes("1: [0, 10) EARLY#0 \"a\" @9")
        .endOfTime()
        .thenPanes("0: [0, 10) ON_TIME#0 \"a\" @9 last", "1: [0, 10) ON_TIME#1 \"a\" @9 last")
        .thenNothingStored();
  }
}
