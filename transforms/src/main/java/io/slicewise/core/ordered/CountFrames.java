package io.slicewise.core.ordered;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.TimeBounds;
import java.util.List;

/**
 * {@link CountWindows}: a queue with an entry for as many elements as all windows have in common.
 */
record CountFrames<V, A, O>(
    CountWindows windows, int sliceSize, AggregateFunction<V, A, O> function)
    implements Frames<V, A, O> {

  CountFrames(CountWindows windows, AggregateFunction<V, A, O> function) {
    this(windows, windows.sliceSize(), function);
  }

  @Override
  public void take(
      OrderedState<V, A> state, long timestampMillis, List<V> peers, Results<O> results) {
    for (V element : peers) {
      int position = state.position();
      if (position >= windows.every() - windows.size()) {
        if (position % sliceSize == 0) {
          state.taken().begin(timestampMillis, function);
        }
        state.taken().add(element, function);
      }
      state.setPosition(position + 1);
      if (state.position() == windows.every()) {
        emit(state, timestampMillis, results);
        keepLast(state, windows.size() - windows.every());
        state.setPosition(0);
      }
    }
  }

  private void emit(OrderedState<V, A> state, long timestampMillis, Results<O> results) {
    Folded<A> folded = state.taken().fold(function);
    results.emit(function.extract(folded.accumulator()), timestampMillis, folded.merges());
  }

  /** Forgets all but the last {@code elements}, which are whole slices. */
  private void keepLast(OrderedState<V, A> state, int elements) {
    int slices = Math.max(0, elements / sliceSize);
    state.taken().removeFirst(Math.max(0, state.taken().size() - slices), function);
  }

  @Override
  public void forget(OrderedState<V, A> state, long earliestMillis) {
    // what is kept goes by number, not by time
  }

  @Override
  public long neededUntil(OrderedState<V, A> state) {
    return TimeBounds.LAST_WINDOW_INSTANT;
  }

  @Override
  public void end(OrderedState<V, A> state, Results<O> results) {
    boolean hasNew = state.position() > Math.max(0, windows.every() - windows.size());
    if (windows.incomplete() && hasNew) {
      emit(state, TimeBounds.LAST_WINDOW_INSTANT, results);
    }
  }
}
