package io.slicewise.pipelines.explain;

import io.slicewise.core.pane.FiredPane;
import java.util.List;

/**
 * What came of one thing that happened to the key.
 *
 * @param occurrence what happened
 * @param taken what became of it, if it was an element
 * @param panes the panes that fired, in order
 * @param slicesAfter the partial aggregates that are stored then
 * @param wakesAt when the key is woken next, at the latest
 */
record Happening(
    Occurrence occurrence,
    OneKey.Taken taken,
    List<FiredPane<Long>> panes,
    int slicesAfter,
    long wakesAt) {
  /** Copies the panes. */
  Happening {
    panes = List.copyOf(panes);
  }
}
