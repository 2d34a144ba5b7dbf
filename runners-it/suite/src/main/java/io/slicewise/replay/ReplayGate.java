package io.slicewise.replay;

import java.util.concurrent.CompletableFuture;

/** Lets a replay be read up to some event, and tells when it was. */
public final class ReplayGate implements ReplayMonitor {
  private int limit;
  private int readers;
  private CompletableFuture<Void> reached = new CompletableFuture<>();

  /**
   * Lets readers read {@code events} events in all. The result completes when they were read, and
   * the runner has sent the watermark on.
   */
  public synchronized CompletableFuture<Void> open(int events) {
    limit = events;
    reached = new CompletableFuture<>();
    return reached;
  }

  /** Lets readers read all there is. */
  public synchronized void openAll() {
    limit = Integer.MAX_VALUE;
  }

  @Override
  public synchronized int opened(int position) {
    return ++readers;
  }

  @Override
  public synchronized int limit(int reader) {
    return limit;
  }

  @Override
  public synchronized void waiting(int reader, int position) {
    if (reader == readers && position == limit) {
      reached.complete(null);
    }
  }
}
