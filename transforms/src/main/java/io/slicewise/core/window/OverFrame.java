package io.slicewise.core.window;

/**
 * Which rows the aggregate of a row is over, as in SQL: rows of the same key, in order of event
 * time, up to the row itself.
 */
public sealed interface OverFrame extends Windows {

  /**
   * The rows of the last {@code millis} up to the row's timestamp, both included, and all rows with
   * that timestamp.
   *
   * @param millis zero or more
   */
  record Range(long millis) implements OverFrame {
    /** Checks the range. */
    public Range {
      if (millis < 0 || millis > TimeBounds.MAX_DURATION) {
        throw new IllegalArgumentException(
            "range: must be from 0 ms to "
                + TimeBounds.MAX_DURATION
                + " ms but was "
                + millis
                + " ms. Use 0 ms for the rows of the same timestamp.");
      }
    }

    @Override
    public String toString() {
      return "over(range=" + millis + " ms)";
    }
  }

  /**
   * The last {@code count} rows, the row itself included.
   *
   * @param count 1 or more
   */
  record Rows(int count) implements OverFrame {
    /** Checks the count. */
    public Rows {
      if (count < 1) {
        throw new IllegalArgumentException(
            "rows: must be 1 row or more but was " + count + ". Use 1 for the row alone.");
      }
    }

    @Override
    public String toString() {
      return "over(rows=" + count + ")";
    }
  }
}
