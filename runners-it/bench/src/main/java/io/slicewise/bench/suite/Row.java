package io.slicewise.bench.suite;

import io.slicewise.bench.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison of several engines that do the same.
 *
 * @param name by which it is chosen
 * @param ratio size over period of its windows
 * @param options of all its runs, without the engine and the number of events
 * @param events how many events each engine gets: slow ones fewer; {@link Engine#SLICED} is among
 *     them and gets the most
 */
public record Row(String name, long ratio, List<String> options, Map<Engine, Long> events) {
  /** An immutable row. */
  public Row {
    options = List.copyOf(options);
    events = Map.copyOf(events);
  }

  /** The engines in the order of their declaration. */
  public List<Engine> engines() {
    return events.keySet().stream().sorted().toList();
  }

  /**
   * The numbers of events that the sliced engine runs once more with, for their checksums only; the
   * floor has none.
   */
  List<Long> checkedEvents() {
    return events.entrySet().stream()
        .filter(entry -> entry.getKey() != Engine.FLOOR)
        .map(Map.Entry::getValue)
        .filter(count -> !count.equals(events.get(Engine.SLICED)))
        .distinct()
        .sorted()
        .toList();
  }

  /** The options of a run: a third of the events are the warm-up. */
  List<String> optionsOf(Engine engine, long eventCount) {
    List<String> all = new ArrayList<>();
    all.add("--engine=" + engine);
    all.add("--events=" + eventCount);
    all.add("--warmup-events=" + eventCount / 3);
    all.addAll(options);
    return all;
  }
}
