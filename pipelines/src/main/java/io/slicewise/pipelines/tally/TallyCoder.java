package io.slicewise.pipelines.tally;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;

/** Encodes a {@link Tally}: count, number of fields, then name, count, sum, min and max of each. */
public final class TallyCoder extends AtomicCoder<Tally> {
  private static final long serialVersionUID = 1L;
  private static final TallyCoder INSTANCE = new TallyCoder();

  private TallyCoder() {}

  /** The coder. */
  public static TallyCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(Tally tally, OutputStream out) throws IOException {
    VarLongCoder.of().encode(tally.count(), out);
    VarLongCoder.of().encode((long) tally.fields().size(), out);
    for (Map.Entry<String, NumberTally> field : tally.fields().entrySet()) {
      StringUtf8Coder.of().encode(field.getKey(), out);
      VarLongCoder.of().encode(field.getValue().count(), out);
      BigDecimalCoder.of().encode(field.getValue().sum(), out);
      BigDecimalCoder.of().encode(field.getValue().min(), out);
      BigDecimalCoder.of().encode(field.getValue().max(), out);
    }
  }

  @Override
  public Tally decode(InputStream in) throws IOException {
    long count = VarLongCoder.of().decode(in);
    SortedMap<String, NumberTally> fields = new TreeMap<>();
    for (long left = VarLongCoder.of().decode(in); left > 0; left--) {
      String field = StringUtf8Coder.of().decode(in);
      fields.put(
          field,
          new NumberTally(
              VarLongCoder.of().decode(in),
              BigDecimalCoder.of().decode(in),
              BigDecimalCoder.of().decode(in),
              BigDecimalCoder.of().decode(in)));
    }
    return new Tally(count, fields);
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
