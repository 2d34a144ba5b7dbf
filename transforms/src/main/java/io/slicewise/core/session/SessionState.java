package io.slicewise.core.session;

import io.slicewise.core.engine.GroupState;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of one key that have not expired, in order of time. No two of them overlap, or touch
 * if the gap is inclusive.
 *
 * @param <A> the type of the accumulators
 */
public final class SessionState<A> implements GroupState {
  private final List<Session<A>> sessions = new ArrayList<>();

  SessionState() {}

  @Override
  public boolean isEmpty() {
    return sessions.isEmpty();
  }

  @Override
  public int liveSlices() {
    int count = 0;
    for (Session<A> session : sessions) {
      count += session.content().parts().size();
    }
    return count;
  }

  List<Session<A>> sessions() {
    return sessions;
  }
}
