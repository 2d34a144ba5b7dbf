package io.slicewise.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.VarLongCoder;

/** The coder of {@link Moments}: its components, in their order. */
final class MomentsCoder extends AtomicCoder<Moments> {
  private static final long serialVersionUID = 1L;
  private static final MomentsCoder INSTANCE = new MomentsCoder();

  private MomentsCoder() {}

  static MomentsCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(Moments moments, OutputStream out) throws IOException {
    VarLongCoder.of().encode(moments.count(), out);
    DoubleCoder.of().encode(moments.mean(), out);
    DoubleCoder.of().encode(moments.squaredDeviations(), out);
  }

  @Override
  public Moments decode(InputStream in) throws IOException {
    long count = VarLongCoder.of().decode(in);
    double mean = DoubleCoder.of().decode(in);
    return new Moments(count, mean, DoubleCoder.of().decode(in));
  }

  @Override
  public boolean consistentWithEquals() {
    return true;
  }
}
