package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.TimeBounds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Frames of rows and windows of a number of elements as timelines. */
class OrderedTimelineTest {
  private static final String ALL_TIME =
      "[%d, %d) ON_TIME#0 ".formatted(TimeBounds.MIN_TIMESTAMP, TimeBounds.LAST_WINDOW_INSTANT + 1);

  private record Elements() implements AccumulatorCodec<Object> {
    @Override
    public byte[] encode(Object element) {
      return element.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static KeyTimeline over(OverFrame frame, long lateness) {
    OrderedAggregation<OverFrame> over = new OrderedAggregation<>(frame, lateness);
    return new KeyTimeline(
        OrderedAggregation.overEngine(over, new Elements(), new Joining()),
        over.codec(new Elements(), new Joining()));
  }

  private static KeyTimeline count(CountWindows windows) {
    OrderedAggregation<CountWindows> count = new OrderedAggregation<>(windows, 0);
    return new KeyTimeline(
        OrderedAggregation.countEngine(count, new Elements(), new Joining()),
        count.codec(new Elements(), new Joining()));
  }

  private static String row(String value, String aggregate, long timestamp) {
    return ALL_TIME
        + "\"OverRow[value=%s, aggregate=%s]\" @%d last".formatted(value, aggregate, timestamp);
  }

  private static String window(String value, long timestamp) {
    return ALL_TIME + "\"%s\" @%d last".formatted(value, timestamp);
  }

  @Test
  void range_holdsTheRowsBeforeAndAllPeers() {
    over(new OverFrame.Range(4), 0)
        .element("c", 5)
        .element("a", 1)
        .element("b", 2)
        .element("d", 5)
        .thenTimer(1, 1)
        .watermark(5)
        .thenPanes(row("a", "a", 1), row("b", "a+b", 2))
        .thenTimer(5, 5)
        .watermark(6)
        .thenPanes(row("c", "a+b+c+d", 5), row("d", "a+b+c+d", 5))
        .thenLiveSlices(2)
        .thenTimer(9, 9)
        .element("e", 9)
        .watermark(10)
        .thenPanes(row("e", "c+d+e", 9))
        .watermark(14)
        .thenNothingStored();
  }

  @Test
  void rows_countInOrderOfTime_thenOfArrival() {
    over(new OverFrame.Rows(2), 0)
        .element("c", 5)
        .element("d", 5)
        .element("a", 1)
        .watermark(6)
        .thenPanes(row("a", "a", 1), row("c", "a+c", 5), row("d", "c+d", 5))
        .thenLiveSlices(1)
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void rowsOfOne_keepNothing() {
    over(new OverFrame.Rows(1), 0)
        .element("a", 1)
        .watermark(2)
        .thenPanes(row("a", "a", 1))
        .thenNothingStored();
  }

  @Test
  void elementBehindTheWatermark_isTooLate_andInNoFrame() {
    over(new OverFrame.Range(10), 0)
        .element("a", 5)
        .watermark(5)
        .element("b", 5)
        .element("c", 4)
        .thenTooLate("c")
        .watermark(6)
        .thenPanes(row("a", "a+b", 5), row("b", "a+b", 5));
  }

  @Test
  void allowedLateness_letsResultsWait() {
    over(new OverFrame.Range(10), 3)
        .element("a", 5)
        .thenTimer(8, 5)
        .watermark(8)
        .thenPanes()
        .element("b", 5)
        .element("c", 4)
        .thenTooLate("c")
        .watermark(9)
        .thenPanes(row("a", "a+b", 5), row("b", "a+b", 5));
  }

  @Test
  void timesAtBothEnds_areClipped() {
    long first = TimeBounds.MIN_TIMESTAMP;
    long last = TimeBounds.MAX_TIMESTAMP;
    over(new OverFrame.Range(TimeBounds.MAX_DURATION), Long.MAX_VALUE)
        .element("a", first)
        .element("b", last)
        .element("c", last - 1)
        .endOfTime()
        .thenPanes(row("a", "a", first), row("c", "c", last - 1), row("b", "c+b", last))
        .thenNothingStored();
  }

  @Test
  void countWindows_overlap() {
    count(new CountWindows(3, 2, false))
        .element("a", 1)
        .element("c", 3)
        .element("b", 2)
        .element("d", 4)
        .element("e", 4)
        .watermark(3)
        .thenPanes(window("a+b", 2))
        .watermark(5)
        .thenPanes(window("b+c+d", 4))
        .thenTimer(TimeBounds.LAST_WINDOW_INSTANT, TimeBounds.LAST_WINDOW_INSTANT)
        .endOfTime()
        .thenPanes()
        .thenNothingStored();
  }

  @Test
  void countWindows_mayLeaveElementsOut() {
    count(new CountWindows(1, 3, false))
        .element("a", 1)
        .element("b", 2)
        .element("c", 3)
        .watermark(4)
        .thenPanes(window("c", 3))
        .thenNothingStored();
  }

  @Test
  void incompleteWindow_isGivenAtTheEnd_ifAskedFor() {
    count(new CountWindows(3, 2, true))
        .element("a", 1)
        .element("b", 2)
        .element("c", 3)
        .endOfTime()
        .thenPanes(window("a+b", 2), window("b+c", TimeBounds.LAST_WINDOW_INSTANT))
        .thenNothingStored();
    count(new CountWindows(1, 3, true)).element("a", 1).element("b", 2).endOfTime().thenPanes();
  }

  @Test
  void resultCostsFewMerges_andStateStaysBounded() {
    Joining function = new Joining();
    OrderedAggregation<OverFrame> over = new OrderedAggregation<>(new OverFrame.Range(1000), 0);
    var engine = OrderedAggregation.overEngine(over, new Elements(), function);
    KeyState state = engine.newState();
    for (long time = 0; time < 10_000; time++) {
      engine.onElement(state, "x", time, new Clocks(time, 0));
      assertThat(state.liveSlices()).isLessThanOrEqualTo(1002);
    }
    assertThat(function.merges()).isLessThan(4 * 10_000);
  }

  @Test
  void settingsOutOfRange_areRefused() {
    assertThatThrownBy(() -> new OverFrame.Range(-1))
        .hasMessage(
            "range: must be from 0 ms to 9223372036854775 ms but was -1 ms. Use 0 ms for the rows"
                + " of the same timestamp.");
    assertThatThrownBy(() -> new OverFrame.Rows(0)).hasMessageContaining("1 row or more but was 0");
    assertThatThrownBy(() -> new CountWindows(0, 1, false))
        .hasMessageContaining("ofLast: must be 1 element or more but was 0");
    assertThatThrownBy(() -> new CountWindows(1, 0, false))
        .hasMessageContaining("every: must be 1 element or more but was 0");
    assertThatThrownBy(() -> new OrderedAggregation<>(new OverFrame.Rows(1), -1))
        .hasMessageContaining("allowedLateness: must be zero or more but was -1 ms");
  }
}
