package io.slicewise.recovery;

import io.slicewise.replay.ReplayMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kills of one job. The input waits for each: it is read on a little after a kill is due, and
 * no further until the kill has come and a new reader has begun. So none comes after the end, and
 * none twice.
 *
 * <p>The input also waits for checkpoints, so that there are many however fast the machine is.
 */
final class KillSchedule implements ReplayMonitor, AutoCloseable {
  /** How many events are read at most while a kill is due. */
  static final int OCCASIONS = 700;

  /** How many events are read at most after a checkpoint. */
  private static final int AHEAD = 700;

  private static final Map<String, KillSchedule> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final List<Kill> kills;
  private final int events;
  private final List<String> log = new ArrayList<>();
  private final CompletableFuture<Void> taskManagerDue = new CompletableFuture<>();
  private int readers;
  private int resumed;
  private int done;
  private boolean due;
  private boolean struck;
  private int checkpointed;
  private int read;

  private KillSchedule(List<Kill> kills, int events) {
    this.kills = kills;
    this.events = events;
  }

  /** One kill of each of {@code kinds}, in an order and at places that {@code seed} decides. */
  static KillSchedule open(List<Kill.Kind> kinds, int events, long seed) {
    Random random = new Random(seed);
    List<Kill.Kind> order = new ArrayList<>(kinds);
    Collections.shuffle(order, random);
    int stretch = (events - OCCASIONS) / Math.max(1, order.size());
    List<Kill> kills = new ArrayList<>();
    for (Kill.Kind kind : order) {
      kills.add(new Kill(kind, kills.size() * stretch + 1 + random.nextInt(stretch)));
    }
    KillSchedule schedule = new KillSchedule(kills, events);
    OPEN.put(schedule.id, schedule);
    return schedule;
  }

  /** Fails here if a kill of {@code kind} is due in the job with that schedule. */
  static void strike(String id, Kill.Kind kind) {
    KillSchedule schedule = OPEN.get(id);
    if (schedule != null) {
      schedule.strike(kind);
    }
  }

  String id() {
    return id;
  }

  private synchronized void strike(Kill.Kind kind) {
    if (due && !struck && kills.get(done).kind() == kind) {
      struck = true;
      log.add(kills.get(done) + ", came at " + read);
      throw new IllegalStateException(kills.get(done) + ", on purpose");
    }
  }

  /** Completes when it is time to terminate a task manager, which nothing in the job can do. */
  CompletableFuture<Void> taskManagerDue() {
    return taskManagerDue;
  }

  @Override
  public synchronized int opened(int position) {
    if (position > 0) {
      resumed++;
    }
    checkpointed = position;
    if (struck) {
      struck = false;
      due = false;
      done++;
    }
    return ++readers;
  }

  @Override
  public synchronized int limit(int reader) {
    if (reader != readers) {
      return 0;
    }
    int limit = Math.min(events, checkpointed + AHEAD);
    return done == kills.size() ? limit : Math.min(limit, kills.get(done).position() + OCCASIONS);
  }

  @Override
  public synchronized void read(int reader, int position) {
    if (reader != readers || done == kills.size()) {
      return;
    }
    read = position;
    if (!due && position >= kills.get(done).position()) {
      due = true;
      if (kills.get(done).kind() == Kill.Kind.TASK_MANAGER) {
        struck = true;
        log.add(kills.get(done) + ", came at " + read);
        taskManagerDue.complete(null);
      }
    }
    strike(Kill.Kind.READING);
  }

  @Override
  public synchronized void checkpointing(int reader, int position) {
    if (reader == readers) {
      strike(Kill.Kind.CHECKPOINT);
    }
  }

  @Override
  public synchronized void checkpointed(int position) {
    checkpointed = Math.max(checkpointed, position);
  }

  /** The kills that came, in order. */
  synchronized List<String> log() {
    return List.copyOf(log);
  }

  /** All kills there are to be. */
  List<Kill> kills() {
    return kills;
  }

  /** How many readers began at a checkpoint rather than at the first event. */
  synchronized int resumed() {
    return resumed;
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  @Override
  public String toString() {
    return kills.toString();
  }
}
