package io.slicewise.pipelines.demo.input;

import io.slicewise.pipelines.demo.replay.Event;
import java.util.List;

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

  /** The number of rows, readable or not. */
  public int rows() {
    return events.size() + deadLetters.size();
  }
}
