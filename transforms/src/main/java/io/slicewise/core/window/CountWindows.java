package io.slicewise.core.window;

/**
 * Windows of a number of elements, in order of event time: after every {@code every} elements of a
 * key, its last {@code size}.
 *
 * @param size 1 or more
 * @param every 1 or more
 * @param incomplete whether the end of the input gives the window that is not complete then
 */
public record CountWindows(int size, int every, boolean incomplete) implements Windows {

  /** Checks the numbers. */
  public CountWindows {
    require("ofLast", size);
    require("every", every);
  }

  private static void require(String setting, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          setting
              + ": must be 1 element or more but was "
              + count
              + ". Use SlicedWindowAggregate for windows of time.");
    }
  }

  /** The number of elements that all windows have together or not at all. */
  public int sliceSize() {
    int divisor = size;
    int rest = every;
    while (rest != 0) {
      int next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor;
  }

  @Override
  public String toString() {
    return "count(last=" + size + ", every=" + every + ", incomplete=" + incomplete + ")";
  }
}
