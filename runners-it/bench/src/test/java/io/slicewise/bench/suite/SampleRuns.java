package io.slicewise.bench.suite;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results that no engine has measured. */
public final class SampleRuns implements RunLauncher {
  private final Map<Engine, Double> eventsPerSecond;
  private final List<List<String>> launched = new ArrayList<>();

  /** A launcher whose engines are so fast, each run a little faster than the one before. */
  public SampleRuns(Map<Engine, Double> eventsPerSecond) {
    this.eventsPerSecond = eventsPerSecond;
  }

  /** The options of all runs so far. */
  public List<List<String>> launched() {
    return launched;
  }

  @Override
  public RunResult launch(List<String> options) {
    launched.add(options);
    Engine engine =
        Engine.valueOf(
            value(options, "--engine").toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
    long events = Long.parseLong(value(options, "--events"));
    return run(engine, events, eventsPerSecond.getOrDefault(engine, 1.0) + launched.size(), "ab");
  }

  private static String value(List<String> options, String name) {
    return options.stream()
        .filter(option -> option.startsWith(name + "="))
        .map(option -> option.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** A run with 7 panes; the floor has none. */
  public static RunResult run(Engine engine, long events, double eventsPerSecond, String checksum) {
    boolean floor = engine == Engine.FLOOR;
    return new RunResult(
        "aggregate",
        engine.toString(),
        "flink",
        "heap",
        60_000,
        1_000,
        10,
        events,
        events / 10,
        "sum",
        1,
        2,
        eventsPerSecond,
        floor ? null : 7L,
        floor ? null : 3.5,
        floor ? null : 7L,
        floor ? null : checksum,
        null,
        null,
        null,
        events,
        20 * events,
        null,
        null);
  }
}
