package io.slicewise.core.ordered;

import io.slicewise.core.pane.OverRow;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.TimeBounds;
import java.util.List;

/** {@link OverFrame.Rows}: a queue with an entry for each row. */
record RowFrames<V, A, O>(OverFrame.Rows frame, AggregateFunction<V, A, O> function)
    implements Frames<V, A, OverRow<V, O>> {

  @Override
  public void take(
      OrderedState<V, A> state,
      long timestampMillis,
      List<V> peers,
      Results<OverRow<V, O>> results) {
    FoldQueue<A> rows = state.taken();
    for (V row : peers) {
      rows.removeFirst(Math.max(0, rows.size() - frame.count() + 1), function);
      rows.begin(timestampMillis, function);
      rows.add(row, function);
      Folded<A> folded = rows.fold(function);
      O aggregate = function.extract(folded.accumulator());
      results.emit(new OverRow<>(row, aggregate), timestampMillis, folded.merges());
    }
    rows.removeFirst(Math.max(0, rows.size() - frame.count() + 1), function);
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
  public void end(OrderedState<V, A> state, Results<OverRow<V, O>> results) {
    // every row has had its result
  }
}
