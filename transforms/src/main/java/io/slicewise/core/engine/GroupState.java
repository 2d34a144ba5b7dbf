package io.slicewise.core.engine;

/** What a {@link WindowGroup} keeps of one key. */
public interface GroupState {
  /** Whether nothing is kept any more. */
  boolean isEmpty();

  /** The number of partial aggregates that are kept. */
  int liveSlices();
}
