package io.slicewise.core.ordered;

import java.util.ArrayList;
import java.util.List;

/**
 * The elements of one key that wait for the watermark, in order of time, those of the same
 * timestamp in order of arrival.
 *
 * @param <V> the type of the elements
 */
final class WaitingElements<V> {
  private final List<Waiting<V>> sorted = new ArrayList<>();

  boolean isEmpty() {
    return sorted.isEmpty();
  }

  List<Waiting<V>> all() {
    return sorted;
  }

  /** The earliest timestamp; there must be one. */
  long firstTimestamp() {
    return sorted.get(0).timestampMillis();
  }

  void add(Waiting<V> element) {
    int low = 0;
    int high = sorted.size();
    if (high > 0 && sorted.get(high - 1).timestampMillis() <= element.timestampMillis()) {
      low = high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.get(middle).timestampMillis() <= element.timestampMillis()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    sorted.add(low, element);
  }

  /** Takes away the first {@code count} elements. */
  void removeFirst(int count) {
    sorted.subList(0, count).clear();
  }
}
