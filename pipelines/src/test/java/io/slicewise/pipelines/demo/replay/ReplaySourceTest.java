package io.slicewise.pipelines.demo.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.joda.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplaySourceTest {
  private static final PipelineOptions OPTIONS = PipelineOptionsFactory.create();
  private static final long BOUND = 10;
  private static final long[] TIMES = {50, 40, 55, 55, 20, 90, 60, 61, 95, 30};

  @TempDir Path folder;
  private final List<Event> events = new ArrayList<>();
  private ReplaySource source;

  @BeforeEach
  void write() throws IOException {
    for (long time : TIMES) {
      Map<String, BigDecimal> numbers =
          time % 20 == 0 ? Map.of() : Map.of("mag", new BigDecimal("0.1").scaleByPowerOfTen(3));
      events.add(Event.of(events.size() + 1L, "key" + time, time, numbers));
    }
    Path file = folder.resolve("replay.bin");
    ReplayFile.write(file, events);
    source =
        SerializableUtils.ensureSerializable(
            ReplaySource.of(file, BOUND, WatermarkEdges.everywhere()));
  }

  /** The watermark after so many events: the newest time minus the bound. */
  private static Instant watermarkAfter(int read) {
    long newest = Long.MIN_VALUE;
    for (int i = 0; i < read; i++) {
      newest = Math.max(newest, TIMES[i]);
    }
    if (read == 0) {
      return BoundedWindow.TIMESTAMP_MIN_VALUE;
    }
    return Instant.ofEpochMilli(newest - BOUND);
  }

  /** Reads on as DirectRunner does: until "nothing now", then watermark and checkpoint. */
  private static boolean readOn(UnboundedReader<Event> reader, boolean started, List<Event> read)
      throws IOException {
    boolean available = started ? reader.advance() : reader.start();
    boolean any = available;
    while (available) {
      assertThat(reader.getCurrentTimestamp().getMillis())
          .isEqualTo(reader.getCurrent().timestampMillis());
      read.add(reader.getCurrent());
      available = reader.advance();
    }
    assertThat(reader.getWatermark()).isEqualTo(watermarkAfter(read.size()));
    return any;
  }

  private static Instant watermarkAfterReadingOn(UnboundedReader<Event> reader) throws IOException {
    Instant watermark = reader.getWatermark();
    for (int tries = 0; tries < 30; tries++) {
      assertThat(tries == 0 ? reader.start() : reader.advance()).isFalse();
      watermark = reader.getWatermark();
    }
    return watermark;
  }

  @Test
  void everyEvent_isReadOnceInOrder_andTheWatermarkFollowsTheRule() throws IOException {
    List<Event> read = new ArrayList<>();
    try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
      for (boolean started = false; read.size() < TIMES.length; started = true) {
        if (readOn(reader, started, read)) {
          reader.getCheckpointMark();
        }
      }
      assertThat(reader.advance()).isFalse();
      assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
    }
    assertThat(read).isEqualTo(events);
  }

  @Test
  void checkpointAtEveryPosition_resumesWithTheNextEvent() throws IOException {
    for (int position = 0; position <= TIMES.length; position++) {
      List<Event> read = new ArrayList<>();
      ReplayMark mark;
      try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
        for (int tries = 0; read.size() < position; tries++) {
          if (tries == 0 ? reader.start() : reader.advance()) {
            read.add(reader.getCurrent());
          }
          reader.getWatermark();
          reader.getWatermark();
        }
        mark =
            CoderUtils.clone(
                source.getCheckpointMarkCoder(), (ReplayMark) reader.getCheckpointMark());
        mark.finalizeCheckpoint();
      }
      try (UnboundedReader<Event> reader = source.createReader(OPTIONS, mark)) {
        assertThat(reader.getWatermark()).isEqualTo(watermarkAfter(position));
        for (boolean started = false; read.size() < TIMES.length; started = true) {
          if (readOn(reader, started, read)) {
            reader.getCheckpointMark();
          }
        }
        assertThat(watermarkAfterReadingOn(reader)).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
      }
      assertThat(read).as("resumed after %d events", position).isEqualTo(events);
    }
  }

  /** How many events each bundle has if the source is read as DirectRunner does. */
  private List<Integer> bundles(WatermarkEdges edges) throws IOException {
    List<Event> read = new ArrayList<>();
    List<Integer> bundles = new ArrayList<>();
    ReplaySource withEdges = ReplaySource.of(Path.of(source.file()), BOUND, edges);
    try (UnboundedReader<Event> reader = withEdges.createReader(OPTIONS, null)) {
      for (boolean started = false; read.size() < TIMES.length; started = true) {
        int before = read.size();
        if (readOn(reader, started, read)) {
          reader.getCheckpointMark();
          bundles.add(read.size() - before);
        }
      }
    }
    assertThat(read).isEqualTo(events);
    return bundles;
  }

  @Test
  void eventThatMovesTheWatermarkOverAnEdge_isGivenAlone() throws IOException {
    // Times      50  40  55  55  20  90  60  61  95  30
    // watermark  40  40  45  45  45  80  80  80  85  85  after each
    assertThat(bundles(WatermarkEdges.everywhere())).containsExactly(1, 1, 1, 2, 1, 2, 1, 1);
    assertThat(bundles(WatermarkEdges.ofWindows(100, 100, 50))).containsExactly(1, 4, 1, 4);
    assertThat(bundles(WatermarkEdges.ofWindows(60, 30, 3))).containsExactly(1, 4, 1, 4);
    assertThat(bundles(WatermarkEdges.ofWindows(60, 30, 24))).containsExactly(1, 4, 1, 2, 1, 1);
  }

  @Test
  void edges_areCrossedByWhatReachesThem() {
    WatermarkEdges edges = WatermarkEdges.ofWindows(60, 30, 4);

    assertThat(edges.between(60, 63)).isFalse();
    assertThat(edges.between(63, 64)).isTrue();
    assertThat(edges.between(64, 89)).isFalse();
    assertThat(edges.between(89, 90)).isTrue();
    assertThat(edges.between(-27, -26)).isTrue();
    assertThatThrownBy(() -> new WatermarkEdges(0, 0, 0))
        .hasMessage("periodMillis: must be one or more but was 0 ms.");
  }

  @Test
  void oneQuestionAfterARefusal_isNotEnough_butTwoAre() throws IOException {
    try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
      assertThat(reader.start()).isTrue();
      assertThat(reader.advance()).isFalse();
      reader.getWatermark();
      assertThat(reader.advance()).isFalse();
      reader.getWatermark();
      reader.getWatermark();
      assertThat(reader.advance()).isTrue();
    }
  }

  @Test
  void checkpointAfterAQuestion_isEnough_ifItEndsABundle() throws IOException {
    for (boolean anyTime : new boolean[] {false, true}) {
      ReplaySource asked = anyTime ? source.withCheckpointsAtAnyTime() : source;
      try (UnboundedReader<Event> reader = asked.createReader(OPTIONS, null)) {
        assertThat(reader.start()).isTrue();
        assertThat(reader.advance()).isFalse();
        reader.getWatermark();
        reader.getCheckpointMark();
        assertThat(reader.advance()).isEqualTo(!anyTime);
      }
    }
  }

  @Test
  void pause_isAtLeastSoLong() throws IOException {
    PipelineOptions slow = PipelineOptionsFactory.create();
    slow.as(ReplayOptions.class).setReplayPauseMillis(20);
    List<Event> read = new ArrayList<>();
    long begin = System.nanoTime();
    try (UnboundedReader<Event> reader = source.createReader(slow, null)) {
      for (boolean started = false; read.size() < TIMES.length; started = true) {
        if (started ? reader.advance() : reader.start()) {
          read.add(reader.getCurrent());
        }
        reader.getWatermark();
        reader.getWatermark();
      }
    }
    assertThat(System.nanoTime() - begin).isGreaterThan((TIMES.length - 1) * 20_000_000L);
    assertThat(read).isEqualTo(events);
  }

  @Test
  void runnerThatNeverAsks_isServedInTheEnd() throws IOException {
    List<Event> read = new ArrayList<>();
    try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
      reader.start();
      read.add(reader.getCurrent());
      for (int tries = 0; tries < 20_000 && read.size() < TIMES.length; tries++) {
        if (reader.advance()) {
          read.add(reader.getCurrent());
        }
      }
    }
    assertThat(read).isEqualTo(events);
  }

  @Test
  void readerWithoutACurrentEvent_saysSo() throws IOException {
    try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
      assertThatThrownBy(reader::getCurrent).isInstanceOf(NoSuchElementException.class);
      reader.start();
      reader.advance();
      assertThatThrownBy(reader::getCurrentTimestamp).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void emptyFile_isAtTheEndOfTimeAtOnce() throws IOException {
    Path file = folder.resolve("empty.bin");
    ReplayFile.write(file, List.of());
    try (UnboundedReader<Event> reader =
        ReplaySource.of(file, 0, WatermarkEdges.everywhere()).createReader(OPTIONS, null)) {
      assertThat(reader.start()).isFalse();
      assertThat(reader.getWatermark()).isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
    }
  }

  @Test
  void source_neverSplits_andRefusesANegativeBound() {
    assertThat(source.split(8, OPTIONS)).containsExactly(source);
    assertThatThrownBy(() -> ReplaySource.of(folder, -1, WatermarkEdges.everywhere()))
        .hasMessage("boundMillis: must be zero or more but was -1 ms.");
  }

  @Test
  void backlog_shrinksToZero() throws IOException {
    try (UnboundedReader<Event> reader = source.createReader(OPTIONS, null)) {
      long before = reader.getSplitBacklogBytes();
      reader.start();
      assertThat(reader.getSplitBacklogBytes()).isPositive().isLessThan(before);
    }
  }

  @Test
  void coders_keepEventsAndMarks() throws Exception {
    CoderProperties.coderDecodeEncodeEqual(EventCoder.of(), events.get(0));
    CoderProperties.coderSerializable(EventCoder.of());
    CoderProperties.coderDecodeEncodeEqual(source.getCheckpointMarkCoder(), new ReplayMark(7, -3));
    CoderProperties.coderSerializable(source.getCheckpointMarkCoder());
  }
}
