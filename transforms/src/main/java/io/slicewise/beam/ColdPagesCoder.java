package io.slicewise.beam;

import io.slicewise.core.engine.ColdPagesCodec;
import io.slicewise.core.slice.ColdPages;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.Coder;

/**
 * The bytes of the slices of one key that are kept apart: those of {@link ColdPagesCodec}. Equal as
 * {@link KeyStateCoder}s are.
 */
final class ColdPagesCoder<A> extends AccumulatorStateCoder<A, ColdPages> {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private transient ColdPagesCodec codec;

  ColdPagesCoder(Coder<A> accumulatorCoder, int fingerprint) {
    super(accumulatorCoder);
    this.fingerprint = fingerprint;
  }

  @Override
  public void encode(ColdPages pages, OutputStream out) throws IOException {
    codec().write(pages, new DataOutputStream(out));
  }

  @Override
  public ColdPages decode(InputStream in) throws IOException {
    return codec().read(new StateInput(in));
  }

  private ColdPagesCodec codec() {
    if (codec == null) {
      codec = new ColdPagesCodec(fingerprint);
    }
    return codec;
  }
}
