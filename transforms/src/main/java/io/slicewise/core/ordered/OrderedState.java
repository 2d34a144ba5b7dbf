package io.slicewise.core.ordered;

import io.slicewise.core.engine.GroupState;

/**
 * What is stored of one key whose elements are taken in order.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 */
public final class OrderedState<V, A> implements GroupState {
  private final WaitingElements<V> waiting = new WaitingElements<>();
  private final FoldQueue<A> taken = new FoldQueue<>();

  /** How many elements were taken since the last window of a number of them. */
  private int position;

  @Override
  public boolean isEmpty() {
    return waiting.isEmpty() && taken.isEmpty() && position == 0;
  }

  @Override
  public int liveSlices() {
    return waiting.all().size() + taken.size();
  }

  WaitingElements<V> waiting() {
    return waiting;
  }

  /** What later frames and windows may need of the elements whose turn has been. */
  FoldQueue<A> taken() {
    return taken;
  }

  int position() {
    return position;
  }

  void setPosition(int newPosition) {
    this.position = newPosition;
  }
}
