package io.slicewise.pipelines.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.ListCoder;

/**
 * Records that are replayed together: what reads elements one by one spends more on each than on
 * what is in it.
 *
 * @param records one that moves the watermark, or one or more that do not
 */
record Chunk(List<SpooledRecord> records) {
  /** Copies the records. */
  Chunk {
    records = List.copyOf(records);
  }

  long earliestMillis() {
    return records.stream().mapToLong(SpooledRecord::timestampMillis).min().orElseThrow();
  }

  long newestMillis() {
    return records.stream().mapToLong(SpooledRecord::timestampMillis).max().orElseThrow();
  }

  static Coder<Chunk> coder() {
    return ChunkCoder.INSTANCE;
  }

  private static final class ChunkCoder extends AtomicCoder<Chunk> {
    private static final long serialVersionUID = 1L;
    private static final ChunkCoder INSTANCE = new ChunkCoder();
    private static final Coder<List<SpooledRecord>> RECORDS = ListCoder.of(SpooledRecord.coder());

    @Override
    public void encode(Chunk chunk, OutputStream out) throws IOException {
      RECORDS.encode(chunk.records, out);
    }

    @Override
    public Chunk decode(InputStream in) throws IOException {
      return new Chunk(RECORDS.decode(in));
    }

    private Object readResolve() {
      return INSTANCE;
    }
  }
}
