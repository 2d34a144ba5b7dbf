package io.slicewise.core.engine;

import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.Never;
import org.junit.jupiter.api.Test;

/** Windows that fire once, when they expire, as timelines. */
class NeverTimelineTest {

  @Test
  void windowsFire_whenTheyExpire() {
    Specs.fixed(10)
        .trigger(new Never())
        .lateness(5)
        .timeline()
        .element("a", 1)
        .watermark(12)
        .element("b", 2)
        .thenPanes()
        .watermark(15)
        .thenPanes("[0, 10) ON_TIME#0 \"a+b\" @9 last")
        .thenNothingStored();
  }

  /** The record of a window is made when it is over, as with the default trigger. */
  @Test
  void windowsSleep_untilTheirEnd() {
    Specs.sliding(4, 2)
        .trigger(new Never())
        .lateness(3)
        .timeline()
        .element("a", 1)
        .element("b", 3)
        .thenWindowRecords(0)
        .thenTimer(1, 1)
        .watermark(2)
        .thenPanes()
        .thenWindowRecords(1)
        .thenTimer(3, 1)
        .element("c", 0)
        .watermark(5)
        .thenPanes("[-2, 2) ON_TIME#0 \"a+c\" @1 last")
        .thenTimer(5, 3)
        .endOfTime()
        .thenPanes("[0, 4) ON_TIME#0 \"a+c+b\" @3 last", "[2, 6) ON_TIME#0 \"b\" @5 last")
        .thenNothingStored();
  }

  /** As in Beam, an element behind the output watermark then holds nothing back until expiry. */
  @Test
  void timestampsOfElements_needARecordOfEachWindow() {
    Specs.sliding(4, 2)
        .trigger(new Never())
        .timestamps(TimestampCombiner.EARLIEST)
        .lateness(3)
        .timeline()
        .watermark(1)
        .element("a", 0)
        .thenWindowRecords(2)
        .thenTimer(4, 4)
        .endOfTime()
        .thenPanes("[-2, 2) LATE#0 \"a\" @1 last", "[0, 4) LATE#0 \"a\" @3 last")
        .thenNothingStored();
  }
}
