package io.slicewise.pipelines.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.VarLongCoder;

/** A record that waits to be replayed. */
final class SpooledRecord {
  private final long timestampMillis;
  private final byte[] payload;

  /** The payload is shared and never changed. */
  SpooledRecord(long timestampMillis, byte[] payload) {
    this.timestampMillis = timestampMillis;
    this.payload = payload;
  }

  long timestampMillis() {
    return timestampMillis;
  }

  byte[] payload() {
    return payload;
  }

  static Coder<SpooledRecord> coder() {
    return RecordCoder.INSTANCE;
  }

  private static final class RecordCoder extends AtomicCoder<SpooledRecord> {
    private static final long serialVersionUID = 1L;
    private static final RecordCoder INSTANCE = new RecordCoder();

    @Override
    public void encode(SpooledRecord record, OutputStream out) throws IOException {
      VarLongCoder.of().encode(record.timestampMillis, out);
      ByteArrayCoder.of().encode(record.payload, out);
    }

    @Override
    public SpooledRecord decode(InputStream in) throws IOException {
      return new SpooledRecord(VarLongCoder.of().decode(in), ByteArrayCoder.of().decode(in));
    }

    private Object readResolve() {
      return INSTANCE;
    }
  }
}
