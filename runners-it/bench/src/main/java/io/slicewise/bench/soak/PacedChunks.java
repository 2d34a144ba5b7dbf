package io.slicewise.bench.soak;

import io.slicewise.bench.source.Chunks;

/**
 * The chunks of a stream, read no faster than windows fire: the watermark moves in small steps, and
 * keys go before many others come. A watermark that stands still is not waited for.
 *
 * @param stream the stream
 * @param checkId of the check that sees the windows fire
 */
record PacedChunks(SoakStream stream, String checkId) implements Chunks {
  /** How far ahead of the last window that has fired events are read, in milliseconds. */
  static final long AHEAD_MILLIS = 40 * SoakCase.PERIOD;

  @Override
  public long chunks() {
    return stream.chunks();
  }

  @Override
  public boolean mayRead(long chunk) {
    return stream.stands()
        || stream.earliestOf(chunk) <= PaneCheck.of(checkId).latestEndMillis() + AHEAD_MILLIS;
  }

  @Override
  public long earliestOf(long chunk) {
    return stream.earliestOf(chunk);
  }

  @Override
  public long watermarkAfter(long chunk) {
    return stream.watermarkAfter(chunk);
  }
}
