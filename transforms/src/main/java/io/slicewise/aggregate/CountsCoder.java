package io.slicewise.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.values.KV;

/** The coder of counts by value: as deterministic as that of the values. */
final class CountsCoder<T> extends StructuredCoder<Map<T, Long>> {
  private static final long serialVersionUID = 1L;

  private final KvCoder<T, Long> entryCoder;

  CountsCoder(Coder<T> valueCoder) {
    this.entryCoder = KvCoder.of(valueCoder, VarLongCoder.of());
  }

  @Override
  public void encode(Map<T, Long> counts, OutputStream out) throws IOException {
    EncodedOrder.write(
        counts.entrySet().stream().map(e -> KV.of(e.getKey(), e.getValue())).toList(),
        entryCoder,
        out);
  }

  @Override
  public Map<T, Long> decode(InputStream in) throws IOException {
    int size = VarIntCoder.of().decode(in);
    Map<T, Long> counts = new HashMap<>();
    for (int i = 0; i < size; i++) {
      KV<T, Long> entry = entryCoder.decode(in);
      counts.put(entry.getKey(), entry.getValue());
    }
    return counts;
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(entryCoder.getKeyCoder());
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "values must be deterministic", entryCoder.getKeyCoder());
  }

  @Override
  public boolean consistentWithEquals() {
    return entryCoder.getKeyCoder().consistentWithEquals();
  }
}
