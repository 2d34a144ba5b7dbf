package io.slicewise.aggregate.sketch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.DoubleCoder;

/** The coder of {@link QuantileEstimate}: its components, in their order. */
final class QuantileEstimateCoder extends AtomicCoder<QuantileEstimate> {
  private static final long serialVersionUID = 1L;
  private static final QuantileEstimateCoder INSTANCE = new QuantileEstimateCoder();

  private QuantileEstimateCoder() {}

  static QuantileEstimateCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(QuantileEstimate estimate, OutputStream out) throws IOException {
    DoubleCoder.of().encode(estimate.rank(), out);
    DoubleCoder.of().encode(estimate.value(), out);
    DoubleCoder.of().encode(estimate.lowerBound(), out);
    DoubleCoder.of().encode(estimate.upperBound(), out);
  }

  @Override
  public QuantileEstimate decode(InputStream in) throws IOException {
    double rank = DoubleCoder.of().decode(in);
    double value = DoubleCoder.of().decode(in);
    double lowerBound = DoubleCoder.of().decode(in);
    return new QuantileEstimate(rank, value, lowerBound, DoubleCoder.of().decode(in));
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
