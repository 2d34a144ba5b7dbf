package io.slicewise.beam;

import org.apache.beam.sdk.state.Timer;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** A timer that remembers what it was set to. Not final: a test needs one of another package. */
public class FakeTimer implements Timer {
  /** The relative time it tells, in milliseconds. */
  public long now;

  /** When it fires and what it holds back until then; null if it is not set, or holds nothing. */
  Instant target;

  Instant hold;
  private Instant nextHold;

  /** How often it was set. */
  int sets;

  @Override
  public void set(Instant absoluteTime) {
    sets++;
    target = absoluteTime;
    hold = nextHold;
  }

  @Override
  public Timer withOutputTimestamp(Instant outputTime) {
    nextHold = outputTime;
    return this;
  }

  @Override
  public Timer withNoOutputTimestamp() {
    nextHold = null;
    return this;
  }

  @Override
  public Instant getCurrentRelativeTime() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public void setRelative() {
    throw new UnsupportedOperationException("setRelative clips at the end of the window");
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException("A cleared timer still fires on some runners");
  }

  @Override
  public Timer offset(Duration offset) {
    throw new UnsupportedOperationException("offset");
  }

  @Override
  public Timer align(Duration period) {
    throw new UnsupportedOperationException("align");
  }
}
