package io.slicewise.pipelines.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.demo.replay.ReplayFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFileTest {
  @TempDir Path folder;

  private List<List<Long>> chunks(WatermarkSteps steps, int payloadBytes, long... timestamps)
      throws IOException {
    Path file = folder.resolve("chunks.bin");
    try (ChunkFile chunks = new ChunkFile(file, steps)) {
      for (long timestamp : timestamps) {
        chunks.add(new SpooledRecord(timestamp, new byte[payloadBytes]));
      }
    }
    List<List<Long>> read = new ArrayList<>();
    try (ReplayFile<Chunk> in = ReplayFile.open(file, Chunk.coder(), 0)) {
      while (!in.atEnd()) {
        read.add(in.next().records().stream().map(SpooledRecord::timestampMillis).toList());
      }
    }
    return read;
  }

  @Test
  void recordThatMovesTheWatermark_isByItself() throws IOException {
    assertThat(chunks(new WatermarkSteps(0, 1), 1, 5, 3, 4, 5, 6, 7, 2, 7))
        .containsExactly(
            List.of(5L), List.of(3L, 4L, 5L), List.of(6L), List.of(7L), List.of(2L, 7L));
    assertThat(chunks(new WatermarkSteps(0, 10), 1, 5, 3, 9, 10, 12, 25))
        .containsExactly(List.of(5L), List.of(3L, 9L), List.of(10L), List.of(12L), List.of(25L));
  }

  @Test
  void chunks_haveAnEnd() throws IOException {
    assertThat(chunks(new WatermarkSteps(0, 1), 1, new long[1_002]))
        .extracting(List::size)
        .containsExactly(1, 500, 500, 1);
    assertThat(chunks(new WatermarkSteps(0, 1), 600_000, new long[6]))
        .extracting(List::size)
        .containsExactly(1, 2, 2, 1);
  }

  @Test
  void watermark_movesInSteps_neverAheadOfTheBound() {
    WatermarkSteps steps = WatermarkSteps.of(100, 4_000, 0, 20_000);

    assertThat(steps.stepMillis()).isEqualTo(11);
    for (long newest = -50; newest < 1_000; newest++) {
      assertThat(newest - 100 - steps.watermarkMillis(newest)).isBetween(0L, 10L);
    }
    assertThat(steps.watermarkMillis(Long.MIN_VALUE))
        .isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis());
    assertThat(WatermarkSteps.of(0, 2_000, 0, 1_000_000).stepMillis()).isEqualTo(1);
  }
}
