package io.slicewise.aggregate.sketch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.datasketches.hll.HllSketch;

/** The sketch's own compact form, behind its length; the same set may have several. */
final class HllSketchCoder extends CustomCoder<HllSketch> {
  private static final long serialVersionUID = 1L;
  private static final HllSketchCoder INSTANCE = new HllSketchCoder();

  private HllSketchCoder() {}

  static HllSketchCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(HllSketch sketch, OutputStream out) throws IOException {
    ByteArrayCoder.of().encode(sketch.toCompactByteArray(), out);
  }

  @Override
  public HllSketch decode(InputStream in) throws IOException {
    return HllSketch.heapify(ByteArrayCoder.of().decode(in));
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    throw new NonDeterministicException(this, "a sketch remembers the order of its input");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HllSketchCoder;
  }

  @Override
  public int hashCode() {
    return HllSketchCoder.class.hashCode();
  }
}
