package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Early panes of the window that closes next, and of no other, as timelines. */
class EarlyForNextTimelineTest {
  private static final Emission NEXT_ONLY = new Emission(Repeats.EMITTED, Emission.NO_FILL, true);

  /** Of the window [-2, 2) if the watermark is at 0. */
  private static final Specs EVERY_ELEMENT = slidingWithEarly(new AfterPane(1)).emitting(NEXT_ONLY);

  private static Specs slidingWithEarly(TriggerSpec early) {
    return Specs.sliding(4, 2).trigger(new EarlyAndLate(early, Optional.of(new AfterPane(1))));
  }

  @Test
  void onlyTheNextWindow_firesEarly() {
    EVERY_ELEMENT
        .timeline()
        .watermark(0)
        .element("a", 1)
        .thenPanes("[-2, 2) EARLY#0 \"a\" @1")
        .thenWindowRecords(1)
        .element("b", 3)
        .thenPanes()
        .thenWindowRecords(1)
        .watermark(2)
        .thenPanes("[-2, 2) ON_TIME#1 \"a\" @1 last")
        .thenWindowRecords(0)
        .element("c", 2)
        .thenPanes("[0, 4) EARLY#0 \"a+b+c\" @3")
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#1 \"a+b+c\" @3 last", "[2, 6) ON_TIME#0 \"b+c\" @5 last")
        .thenNothingStored();
  }

  /** The next window is that of the watermark, though the key has no element in it. */
  @Test
  void nextWindow_isNextWithoutElementsToo() {
    EVERY_ELEMENT
        .timeline()
        .watermark(0)
        .element("a", 3)
        .thenPanes()
        .watermark(1)
        .element("b", 3)
        .thenPanes()
        .watermark(2)
        .element("c", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b+c\" @3");
  }

  @Test
  void withoutAWatermark_noneFiresEarly() {
    EVERY_ELEMENT
        .timeline()
        .element("a", 1)
        .thenPanes()
        .thenWindowRecords(0)
        .endOfTime()
        .thenPanes("[-2, 2) ON_TIME#0 \"a\" @1 last", "[0, 4) ON_TIME#0 \"a\" @3 last")
        .thenNothingStored();
  }

  @Test
  void windowThatHasBecomeNext_firesWithItsNextElement() {
    EVERY_ELEMENT
        .timeline()
        .watermark(0)
        .element("a", 3)
        .watermark(2)
        .thenPanes()
        .element("b", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b\" @3")
        .watermark(4)
        .thenPanes("[0, 4) ON_TIME#1 \"a+b\" @3 last")
        .endOfTime()
        .thenPanes("[2, 6) ON_TIME#0 \"a+b\" @5 last")
        .thenNothingStored();
  }

  @Test
  void windowThatNeverGotAnElementAsTheNext_firesOnTime() {
    EVERY_ELEMENT
        .onTime(FiringBehavior.FIRE_IF_NON_EMPTY)
        .lateness(10)
        .timeline()
        .watermark(0)
        .element("a", 3)
        .watermark(4)
        .thenPanes("[0, 4) ON_TIME#0 \"a\" @3")
        .element("b", 1)
        .thenPanes("[-2, 2) LATE#0 \"b\" @1", "[0, 4) LATE#1 \"b+a\" @3")
        .endOfTime()
        .thenPanes("[2, 6) ON_TIME#0 \"a\" @5 last")
        .thenNothingStored();
  }

  @Test
  void timers_areAtTheEndOfTheFirstWindowWithElements() {
    EVERY_ELEMENT
        .timeline()
        .watermark(0)
        .element("a", 3)
        .thenTimer(3, 3)
        .element("b", 1)
        .thenTimer(1, 1)
        .watermark(2)
        .thenTimer(3, 3)
        .watermark(4)
        .thenTimer(5, 5)
        .watermark(6)
        .thenNothingStored();
  }

  @Test
  void earliestTimestamps_holdTheOutputBack() {
    EVERY_ELEMENT
        .timestamps(TimestampCombiner.EARLIEST)
        .timeline()
        .watermark(0)
        .element("a", 3)
        .thenTimer(3, 3)
        .element("b", 2)
        .thenTimer(3, 2)
        .watermark(2)
        .element("c", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b+c\" @2")
        .watermark(4)
        .thenPanes("[0, 4) ON_TIME#1 \"a+b+c\" @3 last")
        .thenTimer(5, 2)
        .endOfTime()
        .thenPanes("[2, 6) ON_TIME#0 \"a+b+c\" @2 last")
        .thenNothingStored();
  }

  @Test
  void count_startsWhenTheWindowIsNext() {
    slidingWithEarly(new AfterPane(2))
        .emitting(NEXT_ONLY)
        .timeline()
        .watermark(0)
        .element("a", 3)
        .element("b", 3)
        .watermark(2)
        .element("c", 3)
        .thenPanes()
        .element("d", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b+c+d\" @3");
  }

  @Test
  void processingTime_startsWithTheFirstElementAsTheNext() {
    slidingWithEarly(new AfterProcessingTime(List.of(new Delay(10))))
        .emitting(NEXT_ONLY)
        .timeline()
        .watermark(0)
        .processingTime(100)
        .element("a", 3)
        .processingTime(200)
        .watermark(2)
        .processingTime(300)
        .thenPanes()
        .element("b", 3)
        .processingTime(310)
        .thenPanes()
        .processingTime(311)
        .thenPanes("[0, 4) EARLY#0 \"a+b\" @3")
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#1 \"a+b\" @3 last", "[2, 6) ON_TIME#0 \"a+b\" @5 last")
        .thenNothingStored();
  }

  @Test
  void discarding_showsEachElementOnce() {
    EVERY_ELEMENT
        .discarding()
        .timeline()
        .watermark(0)
        .element("a", 3)
        .watermark(2)
        .element("b", 3)
        .element("c", 3)
        .thenPanes("[0, 4) EARLY#0 \"a+b\" @3", "[0, 4) EARLY#1 \"c\" @3")
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#2 \"\" @3 last", "[2, 6) ON_TIME#0 \"a+b+c\" @5 last")
        .thenNothingStored();
  }

  @Test
  void retracting_takesBackTheEarlyPane() {
    EVERY_ELEMENT
        .retracting()
        .timeline()
        .watermark(0)
        .element("a", 3)
        .watermark(2)
        .element("b", 3)
        .element("c", 3)
        .thenPanes(
            "[0, 4) EARLY#0 \"a+b\" @3",
            "withdrawn [0, 4) EARLY#1 \"a+b\" @3",
            "[0, 4) EARLY#1 \"a+b+c\" @3")
        .endOfTime()
        .thenPanes(
            "withdrawn [0, 4) ON_TIME#2 \"a+b+c\" @3",
            "[0, 4) ON_TIME#2 \"a+b+c\" @3 last",
            "[2, 6) ON_TIME#0 \"a+b+c\" @5 last")
        .thenNothingStored();
  }

  @Test
  void withoutRepeats_andWithEmptyWindows() {
    slidingWithEarly(new AfterPane(1))
        .emitting(new Emission(Repeats.LEFT_OUT, 2, true))
        .timeline()
        .watermark(0)
        .element("a", 1)
        .element("", 1)
        .thenPanes("[-2, 2) EARLY#0 \"a\" @1")
        .watermark(100)
        .thenPanes("[0, 4) ON_TIME#0 \"a\" @3 last", "[2, 6) ON_TIME#0 \"\" @5 last")
        .thenNothingStored();
  }

  /** All that an element leaves of its 1,440 windows is one record. */
  @Test
  void state_doesNotGrowWithTheNumberOfWindows() {
    Specs.sliding(1_440, 1)
        .trigger(new EarlyAndLate(new AfterPane(1), Optional.of(new AfterPane(1))))
        .emitting(NEXT_ONLY)
        .timeline()
        .watermark(0)
        .element("a", 1)
        .thenPanes()
        .element("b", 0)
        .thenPanes("[-1439, 1) EARLY#0 \"b\" @0")
        .thenWindowRecords(1)
        .thenStateIsSmallerThan(100);
  }

  /** The others would have no state of their trigger, or would not use what they have. */
  @Test
  void runningPipeline_cannotBeUpdated() {
    assertThat(EVERY_ELEMENT.spec().fingerprint())
        .isNotEqualTo(EVERY_ELEMENT.emitting(Emission.AS_IN_BEAM).spec().fingerprint())
        .isEqualTo(
            EVERY_ELEMENT.emitting(new Emission(Repeats.LEFT_OUT, 5, true)).spec().fingerprint());
  }
}
