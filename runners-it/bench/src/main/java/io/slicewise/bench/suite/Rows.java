package io.slicewise.bench.suite;

import static io.slicewise.bench.engine.Engine.FLINK_DATASTREAM;
import static io.slicewise.bench.engine.Engine.FLINK_SQL;
import static io.slicewise.bench.engine.Engine.FLOOR;
import static io.slicewise.bench.engine.Engine.NATIVE;
import static io.slicewise.bench.engine.Engine.SLICED;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The rows of the suite. A slice is a second, with 10 events for each of 10 keys unless the row
 * says otherwise. How many events an engine gets is what it can do in about the same time.
 */
public final class Rows {
  /** What the names of rows with state on the heap begin with; they are the points of the chart. */
  public static final String HEAP = "heap-";

  private static final long PERIOD_MILLIS = 1000;

  /** For an engine that is fast at a row: 10 million after the warm-up. */
  private static final long FAST = 15_000_000;

  private Rows() {}

  /** The rows of the full suite. */
  public static List<Row> all() {
    return List.of(
        heap(
            1,
            Map.of(
                SLICED, FAST,
                FLOOR, FAST,
                NATIVE, 6_000_000L,
                FLINK_SQL, FAST,
                FLINK_DATASTREAM, FAST)),
        heap(5, Map.of(SLICED, FAST, FLOOR, FAST)),
        heap(12, Map.of(SLICED, FAST, FLOOR, FAST)),
        heap(
            60,
            Map.of(
                SLICED, FAST,
                FLOOR, FAST,
                NATIVE, 200_000L,
                FLINK_SQL, FAST,
                FLINK_DATASTREAM, 3_000_000L)),
        heap(120, Map.of(SLICED, FAST, FLOOR, FAST)),
        heap(600, Map.of(SLICED, FAST, FLOOR, FAST, FLINK_SQL, 6_000_000L)),
        heap(1440, Map.of(SLICED, FAST, FLOOR, FAST, FLINK_SQL, 3_000_000L)),
        rocksDb(60, Map.of(SLICED, FAST, FLOOR, 6_000_000L, FLINK_SQL, 6_000_000L)),
        rocksDb(1440, Map.of(SLICED, FAST, FLOOR, 6_000_000L, FLINK_SQL, 300_000L)),
        dense(1),
        dense(60),
        row(
            "alone-60",
            60,
            List.of("--without-pre-aggregation"),
            Map.of(SLICED, FAST, FLOOR, FAST)),
        row(
            "alone-rocksdb-1440",
            1440,
            List.of("--without-pre-aggregation", "--state=rocksdb"),
            Map.of(SLICED, 6_000_000L, FLOOR, 6_000_000L)),
        sparse(60, Map.of(SLICED, 1_500_000L, FLINK_SQL, 600_000L)),
        sparse(600, Map.of(SLICED, 600_000L, FLINK_SQL, 120_000L)),
        row(
            "late-60",
            60,
            List.of("--lateness=10000", "--late-share=0.01", "--disorder=2000"),
            Map.of(SLICED, 6_000_000L, NATIVE, 200_000L, FLINK_DATASTREAM, 1_500_000L)),
        state(60, Map.of(SLICED, 30_000_000L, FLINK_SQL, 6_000_000L)),
        state(1440, Map.of(SLICED, 30_000_000L, FLINK_SQL, 300_000L)),
        row(
            "timers-60",
            60,
            List.of("--measure-state"),
            Map.of(SLICED, 3_000_000L, NATIVE, 100_000L, FLINK_SQL, 3_000_000L)),
        row(
            "direct-60",
            60,
            List.of("--runner=direct"),
            Map.of(SLICED, 1_000_000L, FLOOR, 1_000_000L, NATIVE, 1_000_000L)),
        // DirectRunner sets steps up anew for each bundle and key, which hides what they do.
        row(
            "direct-60-large-bundles",
            60,
            List.of("--runner=direct", "--chunk=10000"),
            Map.of(SLICED, 2_000_000L, FLOOR, 2_000_000L, NATIVE, 2_000_000L)),
        new Row(
            "hot-items",
            5,
            List.of("--query=hot-items", "--keys=1000"),
            Map.of(SLICED, 6_000_000L, NATIVE, 600_000L, FLINK_SQL, 6_000_000L)));
  }

  /** The rows of the short suite. */
  public static List<Row> shortRows() {
    return List.of(
        heap(
            1,
            Map.of(
                SLICED, 6_000_000L,
                FLOOR, 6_000_000L,
                NATIVE, 300_000L,
                FLINK_SQL, 6_000_000L)),
        heap(
            60,
            Map.of(
                SLICED, 6_000_000L,
                FLOOR, 6_000_000L,
                NATIVE, 30_000L,
                FLINK_SQL, 6_000_000L)),
        heap(
            600,
            Map.of(
                SLICED, 6_000_000L,
                FLOOR, 6_000_000L,
                NATIVE, 3_000L,
                FLINK_SQL, 600_000L)));
  }

  private static Row heap(long ratio, Map<Engine, Long> events) {
    return row(HEAP + ratio, ratio, List.of(), events);
  }

  private static Row rocksDb(long ratio, Map<Engine, Long> events) {
    return row("rocksdb-" + ratio, ratio, List.of("--state=rocksdb"), events);
  }

  /** Bytes of state moved and kept; Flink counts the first every 5 s. */
  private static Row state(long ratio, Map<Engine, Long> events) {
    return row(
        "state-" + ratio,
        ratio,
        List.of("--state=rocksdb", "--measure-state", "--checkpoint-interval=2000"),
        events);
  }

  /** A hundred events for each key and slice. */
  private static Row dense(long ratio) {
    return new Row(
        "dense-" + ratio,
        ratio,
        windows(ratio, List.of("--keys=10", "--events-per-second=1000")),
        Map.of(SLICED, FAST, FLOOR, FAST, FLINK_SQL, FAST));
  }

  /** A tenth of an event for each key and slice. */
  private static Row sparse(long ratio, Map<Engine, Long> events) {
    return new Row(
        "sparse-" + ratio,
        ratio,
        windows(ratio, List.of("--keys=1000", "--events-per-second=100")),
        events);
  }

  private static Row row(String name, long ratio, List<String> options, Map<Engine, Long> events) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--keys=10", "--events-per-second=100"));
    return new Row(name, ratio, windows(ratio, all), events);
  }

  private static List<String> windows(long ratio, List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("--size=" + ratio * PERIOD_MILLIS);
    all.add("--period=" + PERIOD_MILLIS);
    return all;
  }

  /**
   * The rows with these names, in their own order.
   *
   * @throws SettingException if there is no row of a name
   */
  public static List<Row> named(List<Row> rows, List<String> names) {
    Set<String> unknown = new TreeSet<>(names);
    rows.forEach(row -> unknown.remove(row.name()));
    if (!unknown.isEmpty()) {
      throw new SettingException(
          String.format(
              "--rows: no row is named %s. Use some of: %s.",
              String.join(", ", unknown),
              rows.stream().map(Row::name).collect(Collectors.joining(", "))));
    }
    return rows.stream().filter(row -> names.contains(row.name())).toList();
  }
}
