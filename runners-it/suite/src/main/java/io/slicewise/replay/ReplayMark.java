package io.slicewise.replay;

import java.io.Serializable;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;

/**
 * How far a replay was read.
 *
 * @param replay the id of the replay
 * @param position how many events were read
 */
record ReplayMark(String replay, int position) implements CheckpointMark, Serializable {
  @Override
  public void finalizeCheckpoint() {
    Replay.of(replay).monitor().checkpointed(position);
  }
}
