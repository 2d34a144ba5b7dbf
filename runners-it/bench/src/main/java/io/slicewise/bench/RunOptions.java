package io.slicewise.bench;

import io.slicewise.bench.engine.Accumulator;
import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.JobRunner;
import io.slicewise.bench.engine.Query;
import io.slicewise.bench.engine.RunSettings;
import io.slicewise.bench.engine.SettingException;
import io.slicewise.bench.engine.StateBackend;
import io.slicewise.bench.source.EventStream;
import io.slicewise.bench.source.EventStream.KeySkew;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The options of one run as they are typed. */
final class RunOptions {
  private static final long WARMUP_PARTS = 10;

  @Option(
      names = "--engine",
      paramLabel = "sliced|native|floor|flink-sql|flink-datastream",
      description =
          "What aggregates: SlicedWindowAggregate, Beam's Window.into and Combine.perKey, a DoFn that"
              + " only reads and writes a number per event, or Flink's own windows.")
  Optional<Engine> engine = Optional.empty();

  @Option(
      names = "--query",
      paramLabel = "aggregate|hot-items",
      defaultValue = "aggregate",
      description =
          "aggregate: each key and window. hot-items: the auction with the most bids of each window;"
              + " half of the bids are for an auction that is hot for 5,000 bids. Default:"
              + " ${DEFAULT-VALUE}.")
  Query query = Query.AGGREGATE;

  @Option(
      names = "--size",
      paramLabel = "MS",
      description = "Length of a window. Default: 60000, and 10000 for hot-items.")
  Optional<Long> size = Optional.empty();

  @Option(
      names = "--period",
      paramLabel = "MS",
      description = "How often a window starts. Default: 1000, and 2000 for hot-items.")
  Optional<Long> period = Optional.empty();

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many keys there are. Default: ${DEFAULT-VALUE}.")
  long keys;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many events there are, with the warm-up. Default: ${DEFAULT-VALUE}.")
  long events;

  @Option(
      names = "--chunk",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "How many events the source emits as one, between watermarks. DirectRunner makes a bundle"
              + " of 10 such chunks. Default: ${DEFAULT-VALUE}.")
  int chunk;

  @Option(
      names = "--state",
      paramLabel = "heap|rocksdb",
      defaultValue = "heap",
      description = "Where Flink keeps state. Default: ${DEFAULT-VALUE}.")
  StateBackend state = StateBackend.HEAP;

  @Option(
      names = "--runner",
      paramLabel = "flink|direct",
      defaultValue = "flink",
      description = "What runs the transforms of Beam. Default: ${DEFAULT-VALUE}.")
  JobRunner runner = JobRunner.FLINK;

  @Option(
      names = "--accumulator",
      paramLabel = "sum|mean|hll|top10",
      defaultValue = "sum",
      description = "What a window is aggregated to. Default: ${DEFAULT-VALUE}.")
  Accumulator accumulator = Accumulator.SUM;

  @Option(
      names = "--lateness",
      paramLabel = "MS",
      defaultValue = "0",
      description = "Allowed lateness, and how late events are at most. Default: ${DEFAULT-VALUE}.")
  long lateness;

  @Option(
      names = "--disorder",
      paramLabel = "MS",
      defaultValue = "200",
      description =
          "How much earlier than due timestamps are at most; the watermark lags as much. Default:"
              + " ${DEFAULT-VALUE}.")
  long disorder;

  @Option(
      names = "--late-share",
      paramLabel = "F",
      defaultValue = "0",
      description =
          "How many of the events are late, from 0 to 1; the checksum is of last panes then. Default:"
              + " ${DEFAULT-VALUE}.")
  double lateShare;

  @Option(
      names = "--events-per-second",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Events per second of event time, over all keys. Default: ${DEFAULT-VALUE}.")
  double eventsPerSecond;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Other seeds give other events. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--warmup-events",
      paramLabel = "N",
      description =
          "How many of the events come before the measured ones, in whole chunks. Default: a tenth of"
              + " the events.")
  Optional<Long> warmupEvents = Optional.empty();

  @Option(
      names = "--watermark-interval",
      paramLabel = "MS",
      defaultValue = "20",
      description =
          "How often a watermark is emitted on Flink, in processing time, and how long a bundle of"
              + " Beam may take. Default: ${DEFAULT-VALUE}.")
  long watermarkInterval;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "MS",
      description = "How often Flink takes a checkpoint. Default: never.")
  Optional<Long> checkpointInterval = Optional.empty();

  @Option(
      names = "--without-pre-aggregation",
      description = "Let the sliced engine shuffle each event by itself.")
  boolean withoutPreAggregation;

  @Option(
      names = "--measure-state",
      description =
          "Count the bytes that RocksDB reads and writes, or the timers on the heap; it takes time.")
  boolean measureState;

  /**
   * The settings that are meant.
   *
   * @throws SettingException if they cannot be used
   */
  RunSettings settings() {
    boolean hotItems = query == Query.HOT_ITEMS;
    long sizeMillis = size.orElse(hotItems ? 10_000L : 60_000L);
    long periodMillis = period.orElse(hotItems ? 2_000L : 1_000L);
    between("--size", sizeMillis, "ms", 1, Integer.MAX_VALUE);
    between("--period", periodMillis, "ms", 1, Integer.MAX_VALUE);
    between("--keys", keys, "keys", 1, Integer.MAX_VALUE);
    between("--events", events, "events", 1, 1_000_000_000_000L);
    between("--chunk", chunk, "events", 1, 1_000_000);
    between("--lateness", lateness, "ms", 0, Integer.MAX_VALUE);
    between("--disorder", disorder, "ms", 0, Integer.MAX_VALUE - 1L);
    between("--watermark-interval", watermarkInterval, "ms", 1, 60_000);
    between("--warmup-events", warmupEvents.orElse(0L), "events", 0, events);
    between("--checkpoint-interval", checkpointInterval.orElse(10L), "ms", 10, 3_600_000);
    if (!(lateShare >= 0 && lateShare <= 1)) {
      throw new SettingException(String.format("--late-share=%s: must be from 0 to 1.", lateShare));
    }
    if (!(eventsPerSecond >= 0.001 && eventsPerSecond <= 1_000_000)) {
      throw new SettingException(
          String.format(
              "--events-per-second=%s: must be from 0.001 to 1000000 events per second of event time.",
              eventsPerSecond));
    }
    return new RunSettings(
        query,
        engine.orElseThrow(
            () ->
                new SettingException(
                    "--engine is missing. It must be one of sliced, native, floor, flink-sql,"
                        + " flink-datastream.")),
        runner,
        state,
        accumulator,
        sizeMillis,
        periodMillis,
        new EventStream(
            seed,
            events,
            chunk,
            keys,
            hotItems ? KeySkew.HOT : KeySkew.NONE,
            eventsPerSecond,
            disorder,
            lateShare,
            lateness),
        wholeChunks(warmupEvents.orElse(events / WARMUP_PARTS)),
        watermarkInterval,
        checkpointInterval.map(OptionalLong::of).orElse(OptionalLong.empty()),
        measureState,
        !withoutPreAggregation);
  }

  private long wholeChunks(long someEvents) {
    return someEvents / chunk * chunk;
  }

  private static void between(String option, long value, String unit, long least, long most) {
    if (value < least || value > most) {
      throw new SettingException(
          String.format("%s=%d: must be from %d to %d %s.", option, value, least, most, unit));
    }
  }
}
