package io.slicewise.replay;

import io.slicewise.pipelines.scenario.Event;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Events to be replayed in this process, and who watches over it. Sources are serialized, and know
 * only the id. To be closed when no job reads it any more.
 */
public final class Replay implements AutoCloseable {
  private static final Map<String, Replay> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final List<Event> events;
  private final ReplayMonitor monitor;

  private Replay(List<Event> events, ReplayMonitor monitor) {
    this.events = List.copyOf(events);
    this.monitor = monitor;
  }

  /** A new replay of {@code events}, watched by {@code monitor}. */
  public static Replay open(List<Event> events, ReplayMonitor monitor) {
    Replay replay = new Replay(events, monitor);
    OPEN.put(replay.id, replay);
    return replay;
  }

  /**
   * The open replay of that id.
   *
   * @throws IllegalStateException if there is none in this process
   */
  static Replay of(String id) {
    Replay replay = OPEN.get(id);
    if (replay == null) {
      throw new IllegalStateException("Replay " + id + " is not open in this process.");
    }
    return replay;
  }

  String id() {
    return id;
  }

  List<Event> events() {
    return events;
  }

  ReplayMonitor monitor() {
    return monitor;
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }
}
