package io.slicewise.core.ordered;

import io.slicewise.core.pane.OverRow;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.TimeBounds;
import java.util.List;

/** {@link OverFrame.Range}: a queue with an entry for each timestamp. */
record RangeFrames<V, A, O>(OverFrame.Range range, AggregateFunction<V, A, O> function)
    implements Frames<V, A, OverRow<V, O>> {

  @Override
  public void take(
      OrderedState<V, A> state,
      long timestampMillis,
      List<V> peers,
      Results<OverRow<V, O>> results) {
    FoldQueue<A> rows = state.taken();
    forget(state, timestampMillis);
    rows.begin(timestampMillis, function);
    for (V peer : peers) {
      rows.add(peer, function);
    }
    for (V peer : peers) {
      // each its own result: a result may be changed by whoever gets it
      Folded<A> folded = rows.fold(function);
      O aggregate = function.extract(folded.accumulator());
      results.emit(new OverRow<>(peer, aggregate), timestampMillis, folded.merges());
    }
  }

  @Override
  public void forget(OrderedState<V, A> state, long earliestMillis) {
    state.taken().removeBefore(earliestMillis - range.millis(), function);
  }

  @Override
  public long neededUntil(OrderedState<V, A> state) {
    return TimeBounds.plusWithinTime(state.taken().lastKey(), range.millis());
  }

  @Override
  public void end(OrderedState<V, A> state, Results<OverRow<V, O>> results) {
    // every row has had its result
  }
}
