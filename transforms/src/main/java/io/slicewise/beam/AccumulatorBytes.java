package io.slicewise.beam;

import io.slicewise.core.slice.AccumulatorCodec;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;

/** The bytes of accumulators, by their Beam coder. */
record AccumulatorBytes<A>(Coder<A> coder) implements AccumulatorCodec<A> {

  @Override
  public byte[] encode(A accumulator) {
    try {
      return CoderUtils.encodeToByteArray(coder, accumulator);
    } catch (CoderException e) {
      throw new UncheckedIOException(
          "Could not encode an accumulator with " + coder + ": " + e.getMessage(), e);
    }
  }

  @Override
  public A decode(byte[] bytes) {
    try {
      return CoderUtils.decodeFromByteArray(coder, bytes);
    } catch (CoderException e) {
      throw new UncheckedIOException(
          "Could not decode an accumulator with " + coder + ": " + e.getMessage(), e);
    }
  }
}
