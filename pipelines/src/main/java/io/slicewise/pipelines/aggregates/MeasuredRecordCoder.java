package io.slicewise.pipelines.aggregates;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.MapCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;

/** Encodes a {@link MeasuredRecord}: key, numbers, texts, payload. */
final class MeasuredRecordCoder extends AtomicCoder<MeasuredRecord> {
  private static final long serialVersionUID = 1L;
  private static final MeasuredRecordCoder INSTANCE = new MeasuredRecordCoder();
  private static final MapCoder<String, BigDecimal> NUMBERS =
      MapCoder.of(StringUtf8Coder.of(), BigDecimalCoder.of());
  private static final MapCoder<String, String> TEXTS =
      MapCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of());

  private MeasuredRecordCoder() {}

  static MeasuredRecordCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(MeasuredRecord record, OutputStream out) throws IOException {
    StringUtf8Coder.of().encode(record.key(), out);
    NUMBERS.encode(record.numbers(), out);
    TEXTS.encode(record.texts(), out);
    ByteArrayCoder.of().encode(record.payload(), out);
  }

  @Override
  public MeasuredRecord decode(InputStream in) throws IOException {
    String key = StringUtf8Coder.of().decode(in);
    Map<String, BigDecimal> numbers = NUMBERS.decode(in);
    Map<String, String> texts = TEXTS.decode(in);
    return new MeasuredRecord(key, numbers, texts, ByteArrayCoder.of().decode(in));
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
