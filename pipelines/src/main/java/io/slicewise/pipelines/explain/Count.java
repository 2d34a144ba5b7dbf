package io.slicewise.pipelines.explain;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeBounds;

/** Counts what a key does, from a start on. */
final class Count {
  private final OneKey key;
  private final Spans spans;
  private final long latenessMillis;
  private boolean full;
  private long elements;
  private long writesOfElements;
  private long writesBefore;
  private long timersBefore;
  private long panes;
  private long merges;
  private int mostSlices;
  private long fewestWindows = Long.MAX_VALUE;
  private long mostWindows;
  private long windowsAlive;
  private long keptMillis;
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  Count(WindowedAggregation aggregation, CountFunction function, Spans spans, long latenessMillis) {
    this.key = new OneKey(aggregation, function, this::pane);
    this.spans = spans;
    this.latenessMillis = latenessMillis;
  }

  /**
   * Forgets what has been counted so far.
   *
   * @param windowsAreFull whether what comes now is as it will be forever
   */
  void start(boolean windowsAreFull) {
    full = windowsAreFull;
    elements = 0;
    writesOfElements = 0;
    writesBefore = key.writes();
    timersBefore = key.timersSet();
    panes = 0;
    merges = 0;
    mostSlices = 0;
  }

  void element(long timestampMillis) {
    long writes = key.writes();
    key.element(timestampMillis);
    elements++;
    writesOfElements += key.writes() - writes;
    mostSlices = Math.max(mostSlices, key.slices());
    keptMillis = Math.max(keptMillis, key.expiryOf(timestampMillis) - timestampMillis);
    long windows = spans.areThere() ? spans.windowsAt(timestampMillis) : 1;
    fewestWindows = Math.min(fewestWindows, windows);
    mostWindows = Math.max(mostWindows, windows);
    windowsAlive = Math.max(windowsAlive, alive(timestampMillis));
  }

  private long alive(long timestampMillis) {
    return spans.areThere() && watermark != TimeBounds.MIN_TIMESTAMP
        ? spans.windowsAlive(timestampMillis, watermark, latenessMillis)
        : 1;
  }

  void watermark(long millis) {
    watermark = millis;
    key.watermark(millis);
  }

  private void pane(FiredPane<Long> pane) {
    panes += pane.isRetraction() ? 0 : 1;
    merges += pane.merges();
  }

  double mergesPerPane() {
    return panes == 0 ? 0 : (double) merges / panes;
  }

  Cost cost(double mergesPerPaneByInverse) {
    return new Cost(
        elements,
        full,
        fewestWindows,
        mostWindows,
        (double) writesOfElements / elements,
        (double) (key.writes() - writesBefore) / elements,
        (double) (key.timersSet() - timersBefore) / elements,
        key.timers(),
        mostSlices,
        windowsAlive,
        (double) panes / elements,
        mergesPerPane(),
        mergesPerPaneByInverse,
        keptMillis);
  }
}
