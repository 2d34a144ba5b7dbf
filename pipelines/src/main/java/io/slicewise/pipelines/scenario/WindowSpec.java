package io.slicewise.pipelines.scenario;

/** One kind of windows with its settings. */
public sealed interface WindowSpec {

  /** Windows of {@code sizeMillis}, one after the other. */
  record Fixed(long sizeMillis, long offsetMillis) implements WindowSpec {}

  /** Windows of {@code sizeMillis}, one starting every {@code periodMillis}. */
  record Sliding(long sizeMillis, long periodMillis, long offsetMillis) implements WindowSpec {}

  /** Windows that start together every {@code sizeMillis} and end every {@code stepMillis}. */
  record Cumulative(long sizeMillis, long stepMillis, long offsetMillis) implements WindowSpec {}

  /** Windows that last until no element came for {@code gapMillis}. */
  record Sessions(long gapMillis, boolean inclusiveGap) implements WindowSpec {}

  /** Windows that end at each timestamp and start just after each, both bounds inclusive. */
  record Trailing(long sizeMillis) implements WindowSpec {}

  /** Batches by the greatest time a key has seen. */
  record StreamTime(long sizeMillis) implements WindowSpec {}

  /** Windows of {@code count} days, weeks or months, one starting every {@code every} of them. */
  record Calendar(CalendarUnit unit, int count, int every, String zone) implements WindowSpec {}

  /** The single window of all time. */
  record Global() implements WindowSpec {}

  /** What calendar windows count. */
  enum CalendarUnit {
    /** Days, from 1970-01-01. */
    DAYS,
    /** Weeks, from Monday 1969-12-29. */
    WEEKS,
    /** Months, from 1970-01. */
    MONTHS
  }
}
