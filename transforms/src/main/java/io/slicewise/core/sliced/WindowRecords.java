package io.slicewise.core.sliced;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The records of a key's windows, in order of window, which is also in order of time. New windows
 * mostly come last and expired ones go first, so a sorted list serves the runs of neighbours that
 * elements touch better than a tree.
 */
final class WindowRecords {
  private final List<WindowRecord> sorted = new ArrayList<>();

  int size() {
    return sorted.size();
  }

  WindowRecord get(int position) {
    return sorted.get(position);
  }

  /** The position of the first record from {@code window} on; the size if there is none. */
  int positionOf(long window) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.get(middle).window() < window) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Puts a record where {@link #positionOf} says. */
  void insert(int position, WindowRecord record) {
    sorted.add(position, record);
  }

  /** Puts a record of a window that is later than all others. */
  void append(WindowRecord record) {
    sorted.add(record);
  }

  /** Takes the first {@code count} records away, in order. */
  void removeFirst(int count, Consumer<WindowRecord> taker) {
    List<WindowRecord> first = sorted.subList(0, count);
    first.forEach(taker);
    first.clear();
  }
}
