package io.slicewise.aggregate.sketch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.DoubleCoder;

/** The coder of {@link DistinctEstimate}: its components, in their order. */
final class DistinctEstimateCoder extends AtomicCoder<DistinctEstimate> {
  private static final long serialVersionUID = 1L;
  private static final DistinctEstimateCoder INSTANCE = new DistinctEstimateCoder();

  private DistinctEstimateCoder() {}

  static DistinctEstimateCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(DistinctEstimate estimate, OutputStream out) throws IOException {
    DoubleCoder.of().encode(estimate.value(), out);
    DoubleCoder.of().encode(estimate.lowerBound(), out);
    DoubleCoder.of().encode(estimate.upperBound(), out);
  }

  @Override
  public DistinctEstimate decode(InputStream in) throws IOException {
    double value = DoubleCoder.of().decode(in);
    double lowerBound = DoubleCoder.of().decode(in);
    return new DistinctEstimate(value, lowerBound, DoubleCoder.of().decode(in));
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
