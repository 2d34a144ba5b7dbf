package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TrailingWindows;
import org.junit.jupiter.api.Test;

/** Trailing windows as timelines: what comes in, and the panes that come out. */
class TrailingTimelineTest {
  private static Specs trailing(long size) {
    return Specs.of(new TrailingWindows(size));
  }

  @Test
  void windowsEndAtElements_andStartAfterThem() {
    trailing(4)
        .timeline()
        .element("a", 3)
        .element("b", 5)
        .thenLiveSlices(2)
        .thenTimer(3, 3)
        .thenPanes()
        .watermark(6)
        .thenPanes("[-1, 4) ON_TIME#0 \"a\" @3 last", "[1, 6) ON_TIME#0 \"a+b\" @5 last")
        .thenTimer(8, 8)
        .endOfTime()
        .thenPanes("[4, 9) ON_TIME#0 \"b\" @8 last")
        .thenNothingStored();
  }

  @Test
  void windowThatStartsAfterTheLastElement_isEmptyAndDoesNotExist() {
    trailing(4)
        .timeline()
        .element("a", 3)
        .element("b", 8)
        .endOfTime()
        .thenPanes("[-1, 4) ON_TIME#0 \"a\" @3 last", "[4, 9) ON_TIME#0 \"b\" @8 last")
        .thenNothingStored();
  }

  @Test
  void equalTimestamps_shareWindows() {
    trailing(0)
        .timeline()
        .element("a", 3)
        .element("b", 3)
        .element("c", 4)
        .thenLiveSlices(2)
        .endOfTime()
        .thenPanes("[3, 4) ON_TIME#0 \"a+b\" @3 last", "[4, 5) ON_TIME#0 \"c\" @4 last");
  }

  @Test
  void lateElement_firesItsWindowsAgain_andOpensItsOwn() {
    trailing(10)
        .lateness(10)
        .timeline()
        .element("a", 20)
        .element("b", 25)
        .watermark(26)
        .thenPanes("[10, 21) ON_TIME#0 \"a\" @20", "[15, 26) ON_TIME#0 \"a+b\" @25")
        .element("c", 22)
        .thenPanes("[12, 23) LATE#0 \"a+c\" @22", "[15, 26) LATE#1 \"a+c+b\" @25")
        .element("d", 22)
        .thenPanes("[12, 23) LATE#1 \"a+c+d\" @22", "[15, 26) LATE#2 \"a+c+d+b\" @25")
        .endOfTime()
        .thenPanes("[21, 32) ON_TIME#0 \"c+d+b\" @31 last", "[23, 34) ON_TIME#0 \"b\" @33 last")
        .thenNothingStored();
  }

  /** The window from 4 to 8 has the element at 5 only, and nobody before 3 to start after. */
  @Test
  void lateElement_opensTheWindowAfterIt_whichIsOverAlready() {
    trailing(4)
        .lateness(100)
        .timeline()
        .element("b", 5)
        .watermark(20)
        .thenPanes("[1, 6) ON_TIME#0 \"b\" @5")
        .element("a", 3)
        .thenPanes("[-1, 4) LATE#0 \"a\" @3", "[1, 6) LATE#1 \"a+b\" @5", "[4, 9) LATE#0 \"b\" @8");
  }

  @Test
  void elementOnTheBorderOfExpiry_isKept_forWindowsToCome() {
    trailing(4)
        .lateness(2)
        .timeline()
        .watermark(16)
        .element("a", 10)
        .thenPanes()
        .thenTimer(17, 17)
        .element("b", 14)
        .thenPanes("[10, 15) LATE#0 \"a+b\" @14", "[11, 16) LATE#0 \"b\" @15")
        .watermark(17)
        .element("c", 10)
        .thenTooLate("c")
        .thenExpiredWindows(0);
  }

  @Test
  void retracting_takesTheEarlierValueBack() {
    trailing(4)
        .lateness(100)
        .retracting()
        .timeline()
        .element("a", 3)
        .watermark(4)
        .thenPanes("[-1, 4) ON_TIME#0 \"a\" @3")
        .element("b", 2)
        .thenPanes(
            "[-2, 3) LATE#0 \"b\" @2",
            "withdrawn [-1, 4) LATE#1 \"a\" @3",
            "[-1, 4) LATE#1 \"b+a\" @3");
  }

  @Test
  void discarding_showsWhatCameSince() {
    trailing(4)
        .lateness(100)
        .discarding()
        .timeline()
        .element("a", 3)
        .watermark(4)
        .element("b", 2)
        .thenPanes(
            "[-1, 4) ON_TIME#0 \"a\" @3", "[-2, 3) LATE#0 \"b\" @2", "[-1, 4) LATE#1 \"b\" @3");
  }

  @Test
  void closingPane_repeatsTheValue() {
    trailing(4)
        .lateness(5)
        .closing(FiringBehavior.FIRE_ALWAYS)
        .timeline()
        .element("a", 3)
        .watermark(4)
        .thenPanes("[-1, 4) ON_TIME#0 \"a\" @3")
        .thenTimer(8, 8)
        .watermark(9)
        .thenPanes("[-1, 4) LATE#1 \"a\" @3 last")
        .thenTimer(13, 13)
        .watermark(14)
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void windowsAtTheEndsOfTime_areClipped() {
    long first = TimeBounds.MIN_TIMESTAMP;
    long last = TimeBounds.LAST_WINDOW_INSTANT;
    trailing(TimeBounds.MAX_DURATION)
        .lateness(Long.MAX_VALUE)
        .timeline()
        .element("a", first)
        .element("b", last - 1)
        .element("c", TimeBounds.MAX_TIMESTAMP)
        .endOfTime()
        .thenPanes(
            "[%d, %d) ON_TIME#0 \"a\" @%d last".formatted(first, first + 1, first),
            "[%d, %d) ON_TIME#0 \"b\" @%d last"
                .formatted(last - 1 - TimeBounds.MAX_DURATION, last, last - 1),
            "[%d, %d) ON_TIME#0 \"b+c\" @%d last"
                .formatted(last - TimeBounds.MAX_DURATION, last + 1, last),
            "[%d, %d) ON_TIME#0 \"c\" @%d last".formatted(last, last + 1, last))
        .thenNothingStored();
  }

  /** A thousand elements in each window, one late element, and panes all the while. */
  @Test
  void paneCostsFewMerges_andStateStaysBounded() {
    Joining function = new Joining();
    KeyEngine<Object, String> engine =
        WindowedAggregation.of(trailing(2000).spec()).engine(function);
    KeyState state = engine.newState();
    long mergesBefore = 0;
    int panes = 0;
    for (long time = 0; time < 4000; time++) {
      if (time == 2000) {
        mergesBefore = function.merges();
        panes = 0;
      }
      engine.onElement(state, "x", 2 * time, new Clocks(2 * time - 2, 0));
      panes += engine.onWatermark(state, new Clocks(2 * time, 0)).panes().size();
      assertThat(state.liveSlices()).isLessThanOrEqualTo(1003);
    }
    assertThat(panes).isEqualTo(2 * 2000);
    assertThat((function.merges() - mergesBefore) / panes).isLessThan(90);
  }

  @Test
  void whatTheseWindowsDoNotHave_isRefused() {
    WindowingSpec spec = trailing(4).spec();
    assertThatThrownBy(() -> engine(trailing(4).trigger(new TriggerSpec.AfterPane(1)).spec()))
        .hasMessageContaining("must have the default trigger but had AfterPane[count=1]");
    assertThatThrownBy(() -> engine(trailing(4).timestamps(TimestampCombiner.LATEST).spec()))
        .hasMessageContaining("must have END_OF_WINDOW but had LATEST");
    assertThatThrownBy(
            () ->
                engine(
                    new WindowingSpec(
                        spec.windows(),
                        Assignment.STREAM_TIME,
                        spec.trigger(),
                        0,
                        spec.accumulation(),
                        spec.timestampCombiner(),
                        spec.closing(),
                        spec.onTime(),
                        Emission.AS_IN_BEAM)))
        .hasMessageContaining("must go by TIMESTAMP but had STREAM_TIME");
    assertThatThrownBy(() -> new TrailingWindows(-1))
        .hasMessageContaining("size: must be from 0 ms to 9223372036854775 ms but was -1 ms");
    assertThatThrownBy(() -> new TrailingWindows(TimeBounds.MAX_DURATION + 1))
        .hasMessageContaining("size: must be from 0 ms");
  }

  private static void engine(WindowingSpec spec) {
    WindowedAggregation.of(spec).engine(new Joining());
  }
}
