package io.slicewise.replay;

/**
 * What the readers of a replay tell, and are told. A job that is restarted has one reader after the
 * other; they are numbered. Called by the threads of the runner.
 *
 * <p>What {@link #read} and {@link #checkpointing} throw fails the reader, and with it the job.
 */
public interface ReplayMonitor {
  /**
   * A reader begins.
   *
   * @param position how many events were read before, by others
   * @return the number of the reader
   */
  int opened(int position);

  /** How many events {@code reader} may have read, of all there are or more. */
  int limit(int reader);

  /** A reader is about to read the event at {@code position}, which is below its limit. */
  default void read(int reader, int position) {}

  /** A reader stands at its limit, and the runner has sent the watermark of all events on. */
  default void waiting(int reader, int position) {}

  /** A checkpoint is being taken after {@code position} events. */
  default void checkpointing(int reader, int position) {}

  /** A checkpoint after {@code position} events is complete. */
  default void checkpointed(int position) {}
}
