package io.slicewise.replay;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import io.slicewise.pipelines.scenario.run.EventInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * The events of scenarios as replays, which can be read up to a restart and, by a pipeline of the
 * same steps, from there on. To be closed when no pipeline reads them any more.
 */
public final class ReplayInput implements EventInput, AutoCloseable {
  private final Map<String, Gated> replays = new LinkedHashMap<>();

  @Override
  public <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate) {
    Gated replay = replays.computeIfAbsent(name, unused -> Gated.of(scenario));
    return pipeline.apply(
        name,
        Read.from(ReplaySource.of(replay.replay, aggregate.valueClass(), aggregate.valueCoder())));
  }

  /** How many restarts the scenarios have, those of the scenario that has most. */
  public int restarts() {
    return replays.values().stream().mapToInt(replay -> replay.restarts.size()).max().orElse(0);
  }

  /**
   * Lets all scenarios be read up to their restart of that number, or else to their end. The result
   * completes when they were read, and the runner has sent the watermarks on.
   *
   * @param restart from 0
   */
  public CompletableFuture<Void> readUpTo(int restart) {
    return CompletableFuture.allOf(
        replays.values().stream()
            .map(replay -> replay.readUpTo(restart))
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Forgets all scenarios. */
  @Override
  public void close() {
    replays.values().forEach(replay -> replay.replay.close());
    replays.clear();
  }

  /**
   * The replay of a scenario.
   *
   * @param restarts at which places of the events there are restarts
   */
  private record Gated(Replay replay, ReplayGate gate, List<Integer> restarts) {
    private static Gated of(Scenario scenario) {
      ReplayGate gate = new ReplayGate();
      List<Event> events = scenario.events();
      List<Integer> restarts =
          IntStream.range(0, events.size())
              .filter(place -> events.get(place) instanceof Event.Restart)
              .boxed()
              .toList();
      return new Gated(Replay.open(events, gate), gate, restarts);
    }

    private CompletableFuture<Void> readUpTo(int restart) {
      return gate.open(restart < restarts.size() ? restarts.get(restart) : replay.events().size());
    }
  }
}
