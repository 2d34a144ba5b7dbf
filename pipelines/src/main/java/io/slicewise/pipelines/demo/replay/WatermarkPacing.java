package io.slicewise.pipelines.demo.replay;

/**
 * Lets the runner take the watermark before and after each event that moves it over an edge.
 *
 * <p>A runner may read many events before it asks for the watermark, and a replay is read in no
 * time: the watermark would jump over the whole file and every pane would be on time, or the
 * outcome would depend on the clock. And what a runner reads together it may process under the
 * watermark that holds after the last of it. So such an event is given alone: the reader says
 * "nothing now", before and after it, until the watermark was taken. It counts as taken when the
 * runner asked for it
 *
 * <ul>
 *   <li>before it tried to read on;
 *   <li>and took a checkpoint too, where that is the end of a bundle;
 *   <li>or twice after one "nothing now": Flink asks once each time, only to see whether the source
 *       has ended, and once more when it is time to send a watermark.
 * </ul>
 *
 * A runner that does none of this is served after a number of refusals.
 */
final class WatermarkPacing {
  private static final int MOST_REFUSALS = 1000;

  /** A resumed reader starts with a watermark, too, but its runner may have it already. */
  private static final int MOST_REFUSALS_RESUMED = 20;

  private boolean moved;
  private int refusalsLeft;
  private boolean refused;
  private int questions;
  private boolean checkpointTaken;

  private WatermarkPacing(boolean moved, int refusalsLeft) {
    this.moved = moved;
    this.refusalsLeft = refusalsLeft;
  }

  /** Before the first event there is no watermark to wait for. */
  static WatermarkPacing fresh() {
    return new WatermarkPacing(false, 0);
  }

  /** The events read before made a watermark that the runner may not have. */
  static WatermarkPacing resumed() {
    return new WatermarkPacing(true, MOST_REFUSALS_RESUMED);
  }

  /** An event was given to the runner; it moved the watermark, or not. */
  void eventRead(boolean watermarkMoved) {
    moved = watermarkMoved;
    refusalsLeft = MOST_REFUSALS;
    refused = false;
    questions = 0;
    checkpointTaken = false;
  }

  /** The runner asked for the watermark. */
  void watermarkAsked() {
    questions++;
  }

  /** The runner took a checkpoint, at the end of a bundle. */
  void checkpointTaken() {
    checkpointTaken = true;
  }

  /** Whether the next event may be given, which moves the watermark or not; each "no" counts. */
  boolean mayRead(boolean movesWatermark) {
    boolean taken = questions >= (refused && !checkpointTaken ? 2 : 1);
    if (taken || refusalsLeft == 0 || (!moved && !movesWatermark)) {
      return true;
    }
    refusalsLeft--;
    refused = true;
    questions = 0;
    return false;
  }
}
