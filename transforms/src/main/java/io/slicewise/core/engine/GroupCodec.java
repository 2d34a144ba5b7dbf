package io.slicewise.core.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of what a {@link WindowGroup} keeps of one key. The bytes of equal states are equal if
 * the encoding of accumulators is deterministic.
 *
 * @param <S> the type of the state
 */
public interface GroupCodec<S extends GroupState> {
  /**
   * Writes {@code state} without changing it.
   *
   * @param watermarkMillis the watermark of the key, near which most times are
   */
  void write(S state, long watermarkMillis, DataOutput out) throws IOException;

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are corrupt
   */
  S read(long watermarkMillis, DataInput in) throws IOException;
}
