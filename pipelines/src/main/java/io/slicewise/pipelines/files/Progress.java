package io.slicewise.pipelines.files;

import io.slicewise.pipelines.demo.report.Legible;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/** How far a run of this process has come; its steps, which a runner copies, find it by name. */
final class Progress implements AutoCloseable {
  private static final Map<String, Progress> RUNS = new ConcurrentHashMap<>();
  private static final long SECONDS_BETWEEN = 2;

  private final String run;
  private final AtomicLong records = new AtomicLong();
  private final AtomicLong panes = new AtomicLong();
  private final LongAccumulator newestMillis =
      new LongAccumulator(Math::max, BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis());

  private Progress(String run) {
    this.run = run;
  }

  /** The run of this name; one that nobody looks at, if it is not of this process. */
  static Progress of(String run) {
    return RUNS.computeIfAbsent(run, Progress::new);
  }

  void read(long timestampMillis) {
    records.incrementAndGet();
    newestMillis.accumulate(timestampMillis);
  }

  void pane() {
    panes.incrementAndGet();
  }

  long panes() {
    return panes.get();
  }

  /**
   * One line.
   *
   * @param recordsPerSecond since the line before
   */
  String line(long recordsPerSecond, long all, long boundMillis) {
    return String.format(
        "files-to-report: %s of %s records, %s a second, watermark %s, %s panes",
        Legible.count(records.get()),
        Legible.count(all),
        Legible.count(recordsPerSecond),
        records.get() == 0 ? "not known yet" : Legible.time(newestMillis.get() - boundMillis),
        Legible.count(panes.get()));
  }

  /** Progress being told. */
  interface Telling extends AutoCloseable {
    /** Tells of nothing. */
    Telling NOTHING = () -> {};

    @Override
    void close();
  }

  /** Tells it every two seconds, until that is closed. */
  Telling tell(PrintWriter err, long all, long boundMillis) {
    ScheduledExecutorService teller =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    AtomicLong before = new AtomicLong();
    ScheduledFuture<?> lines =
        teller.scheduleAtFixedRate(
            () -> {
              long now = records.get();
              long perSecond = (now - before.getAndSet(now)) / SECONDS_BETWEEN;
              err.println(line(perSecond, all, boundMillis));
              err.flush();
            },
            SECONDS_BETWEEN,
            SECONDS_BETWEEN,
            TimeUnit.SECONDS);
    return () -> {
      lines.cancel(true);
      teller.shutdown();
    };
  }

  /** Whether standard error is a terminal, as far as Linux tells. */
  static boolean isTerminal() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/2")).startsWith("/dev/pts")
          || Files.readSymbolicLink(Path.of("/proc/self/fd/2")).startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      // not Linux: rather quiet than lines in a file
      return false;
    }
  }

  @Override
  public void close() {
    RUNS.remove(run);
  }
}
