package io.slicewise.bench.engine;

import io.slicewise.bench.source.EventStream;
import java.util.OptionalLong;

/**
 * What one run does.
 *
 * @param query what is computed
 * @param engine what computes it
 * @param runner where jobs of Beam run; of Flink, Flink
 * @param state where Flink keeps state
 * @param accumulator what a window is aggregated to, in {@link Query#AGGREGATE}
 * @param sizeMillis how long windows are, in milliseconds
 * @param periodMillis how often one starts, in milliseconds
 * @param stream the events
 * @param warmupEvents how many events come before the steady state, whole chunks
 * @param watermarkMillis how often a watermark is emitted, in milliseconds of processing time; also
 *     the longest time of a bundle of Beam, as an open bundle holds the watermark back
 * @param checkpointMillis the interval of checkpoints, in milliseconds; without, there are none
 * @param measureState whether Flink counts the bytes of state in RocksDB and the timers on the
 *     heap, which takes time
 * @param preAggregates whether the sliced engine may aggregate before the shuffle
 */
public record RunSettings(
    Query query,
    Engine engine,
    JobRunner runner,
    StateBackend state,
    Accumulator accumulator,
    long sizeMillis,
    long periodMillis,
    EventStream stream,
    long warmupEvents,
    long watermarkMillis,
    OptionalLong checkpointMillis,
    boolean measureState,
    boolean preAggregates) {
  /**
   * Checks that the engine can do the rest.
   *
   * @throws SettingException if it cannot
   */
  public RunSettings {
    if (warmupEvents >= stream.events()) {
      throw new SettingException(
          String.format(
              "--warmup-events=%d: the warm-up must be shorter than the stream of %d events (--events).",
              warmupEvents, stream.events()));
    }
    if (periodMillis > sizeMillis) {
      throw new SettingException(
          String.format(
              "--period=%d: the period must be at most the size, which is %d ms (--size).",
              periodMillis, sizeMillis));
    }
    if (stream.lateShare() > 0 && stream.latenessMillis() == 0) {
      throw new SettingException(
          String.format(
              "--late-share=%s: late events need an allowed lateness. Set --lateness to 1 ms or more.",
              stream.lateShare()));
    }
    if (runner == JobRunner.DIRECT) {
      checkDirect(engine, state, checkpointMillis, measureState);
    }
    if (query == Query.HOT_ITEMS) {
      checkHotItems(engine, accumulator, stream);
    }
    if (engine == Engine.FLINK_SQL) {
      checkSql(accumulator, sizeMillis, periodMillis, stream);
    }
  }

  private static void checkDirect(
      Engine engine, StateBackend state, OptionalLong checkpointMillis, boolean measureState) {
    if (!engine.isBeam()) {
      throw new SettingException(
          String.format(
              "--runner=direct: the engine %s runs on Flink alone. Use --runner=flink, or"
                  + " --engine=sliced, native or floor.",
              engine));
    }
    if (state != StateBackend.HEAP || checkpointMillis.isPresent() || measureState) {
      throw new SettingException(
          "--runner=direct: DirectRunner has no state backend, checkpoints or figures of state. Use"
              + " --state=heap without --checkpoint-interval and --measure-state.");
    }
  }

  private static void checkHotItems(Engine engine, Accumulator accumulator, EventStream stream) {
    if (engine == Engine.FLOOR || engine == Engine.FLINK_DATASTREAM) {
      throw new SettingException(
          String.format(
              "--query=hot-items: the engine %s does not have it. Use --engine=sliced, native or"
                  + " flink-sql.",
              engine));
    }
    if (accumulator != Accumulator.SUM) {
      throw new SettingException(
          String.format(
              "--accumulator=%s: hot-items counts. Leave the accumulator out.", accumulator));
    }
    if (stream.lateShare() > 0) {
      throw new SettingException(
          String.format(
              "--late-share=%s: hot-items has no late events. Leave the late share out.",
              stream.lateShare()));
    }
  }

  private static void checkSql(
      Accumulator accumulator, long sizeMillis, long periodMillis, EventStream stream) {
    if (accumulator != Accumulator.SUM && accumulator != Accumulator.MEAN) {
      throw new SettingException(
          String.format(
              "--accumulator=%s: Flink SQL has no such function. Use sum or mean, or another engine.",
              accumulator));
    }
    if (stream.lateShare() > 0) {
      throw new SettingException(
          String.format(
              "--late-share=%s: windows of Flink SQL drop late events. Use 0, or another engine.",
              stream.lateShare()));
    }
    if (sizeMillis % periodMillis != 0) {
      throw new SettingException(
          String.format(
              "--size=%d: HOP windows of Flink SQL must be a multiple of the period, %d ms (--period).",
              sizeMillis, periodMillis));
    }
  }

  /** Whether windows follow one another without overlap. */
  boolean isFixed() {
    return sizeMillis == periodMillis;
  }
}
