package io.slicewise.pipelines.aggregates;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;

/** Encodes a {@link RejectedRecord}: payload, reason, lateness or 0. */
final class RejectedRecordCoder extends AtomicCoder<RejectedRecord> {
  private static final long serialVersionUID = 1L;
  private static final RejectedRecordCoder INSTANCE = new RejectedRecordCoder();

  private RejectedRecordCoder() {}

  static RejectedRecordCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(RejectedRecord record, OutputStream out) throws IOException {
    ByteArrayCoder.of().encode(record.payload(), out);
    StringUtf8Coder.of().encode(record.reason(), out);
    VarLongCoder.of().encode(record.lateByMillis().orElse(0), out);
  }

  @Override
  public RejectedRecord decode(InputStream in) throws IOException {
    byte[] payload = ByteArrayCoder.of().decode(in);
    String reason = StringUtf8Coder.of().decode(in);
    return RejectedRecord.late(payload, reason, VarLongCoder.of().decode(in));
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
