package io.slicewise.bench.source;

import java.io.Serializable;

/**
 * Events that are read in chunks, one after the other.
 *
 * <p>Each chunk has a time before which it has no event, and the watermark after it.
 */
public interface Chunks extends Serializable {
  /** How many chunks there are, 1 or more. */
  long chunks();

  /** Whether the chunk may be read now; if not, it is asked again. */
  default boolean mayRead(long chunk) {
    return true;
  }

  /** No event of the chunk is earlier than this, in milliseconds, unless it is late. */
  long earliestOf(long chunk);

  /** No event after the chunk is earlier than this, in milliseconds, unless it is late. */
  long watermarkAfter(long chunk);
}
