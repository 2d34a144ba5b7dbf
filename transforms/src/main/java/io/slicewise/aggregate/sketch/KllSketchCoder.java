package io.slicewise.aggregate.sketch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;

/** The sketch's own compact form, behind its length; the same numbers may have several. */
final class KllSketchCoder extends CustomCoder<KllDoublesSketch> {
  private static final long serialVersionUID = 1L;
  private static final KllSketchCoder INSTANCE = new KllSketchCoder();

  private KllSketchCoder() {}

  static KllSketchCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(KllDoublesSketch sketch, OutputStream out) throws IOException {
    ByteArrayCoder.of().encode(sketch.toByteArray(), out);
  }

  @Override
  public KllDoublesSketch decode(InputStream in) throws IOException {
    return KllDoublesSketch.heapify(Memory.wrap(ByteArrayCoder.of().decode(in)));
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    throw new NonDeterministicException(this, "a sketch keeps numbers at random");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KllSketchCoder;
  }

  @Override
  public int hashCode() {
    return KllSketchCoder.class.hashCode();
  }
}
