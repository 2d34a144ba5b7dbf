package io.slicewise.pipelines.files;

import io.slicewise.pipelines.demo.replay.ReplayFile;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes records, in the order in which they are replayed, as {@link Chunk}s of a replay file. */
final class ChunkFile implements AutoCloseable {
  private static final int MOST_RECORDS = 500;
  private static final int MOST_BYTES = 1 << 20;

  private final DataOutputStream out;
  private final WatermarkSteps steps;
  private final List<SpooledRecord> waiting = new ArrayList<>();
  private int bytes;
  private long newestMillis = Long.MIN_VALUE;

  ChunkFile(Path file, WatermarkSteps steps) throws IOException {
    this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    this.steps = steps;
  }

  void add(SpooledRecord record) throws IOException {
    long newest = Math.max(newestMillis, record.timestampMillis());
    boolean moves =
        newestMillis == Long.MIN_VALUE
            || steps.watermarkMillis(newest) != steps.watermarkMillis(newestMillis);
    if (moves) {
      // DirectRunner may take the watermark that it makes before late records beside it
      write();
    }
    newestMillis = newest;
    waiting.add(record);
    bytes += record.payload().length;
    if (moves || waiting.size() == MOST_RECORDS || bytes >= MOST_BYTES) {
      write();
    }
  }

  private void write() throws IOException {
    if (!waiting.isEmpty()) {
      ReplayFile.append(out, Chunk.coder(), new Chunk(waiting));
      waiting.clear();
      bytes = 0;
    }
  }

  @Override
  public void close() throws IOException {
    write();
    out.close();
  }
}
