package io.slicewise.core.trailing;

import io.slicewise.core.engine.GroupState;
import io.slicewise.core.engine.TimerRequest;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is stored of one key for trailing windows.
 *
 * @param <A> the type of the accumulators
 */
public final class TrailingState<A> implements GroupState {
  private final PartialsByTime<A> partials = new PartialsByTime<>();

  /** The number of panes, of windows that have fired more than once and not expired, by end. */
  private final NavigableMap<Long, Long> paneCounts = new TreeMap<>();

  /** When there is next something to do, or {@link TimerRequest#NONE}. */
  private long wakeTime = TimerRequest.NONE;

  @Override
  public boolean isEmpty() {
    return partials.isEmpty();
  }

  @Override
  public int liveSlices() {
    return partials.size();
  }

  PartialsByTime<A> partials() {
    return partials;
  }

  /** The number of panes that the window known by {@code end}, which has fired, has had. */
  long paneCount(long end) {
    return paneCounts.getOrDefault(end, 1L);
  }

  void setPaneCount(long end, long count) {
    paneCounts.put(end, count);
  }

  NavigableMap<Long, Long> paneCounts() {
    return paneCounts;
  }

  long wakeTime() {
    return wakeTime;
  }

  void setWakeTime(long millis) {
    this.wakeTime = millis;
  }
}
