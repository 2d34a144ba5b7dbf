package io.slicewise.pipelines.demo.input;

import io.slicewise.pipelines.demo.replay.Event;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What was read from an input.
 *
 * @param events in order of arrival; in order of the input where arrivals are equal or unknown
 * @param deadLetters in order of the input
 */
public record ReadRows(List<Event> events, List<DeadLetter> deadLetters) {
  /** Copies both. */
  public ReadRows {
    events = List.copyOf(events);
    deadLetters = List.copyOf(deadLetters);
  }

  /** The same with other names of the keys. */
  public ReadRows withKeys(UnaryOperator<String> nameOf) {
    return new ReadRows(
        events.stream().map(event -> event.withKey(nameOf.apply(event.key()))).toList(),
        deadLetters);
  }

  /** The number of rows, readable or not. */
  public int rows() {
    return events.size() + deadLetters.size();
  }
}
