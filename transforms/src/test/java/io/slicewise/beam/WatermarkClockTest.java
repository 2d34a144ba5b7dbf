package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.window.TimeBounds;
import org.apache.beam.fn.harness.HarnessTimer;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class WatermarkClockTest {
  private final WatermarkClock clock = new WatermarkClock();

  @Test
  void classicRunner_tellsTheLiveWatermark() {
    FakeTimer timer = new FakeTimer();
    timer.now = 70;
    assertThat(clock.now(timer)).isEqualTo(70);
    assertThat(clock.atEventTimer(timer, Instant.ofEpochMilli(42))).isEqualTo(70);
  }

  @Test
  void fnApi_tellsOnlyWhatAFiringProves() {
    FakeTimer timer = new HarnessTimer();
    timer.now = 70; // the timestamp of the element, which may be ahead of the watermark
    assertThat(clock.now(timer)).isEqualTo(TimeBounds.MIN_TIMESTAMP);
    assertThat(clock.atEventTimer(timer, Instant.ofEpochMilli(70))).isEqualTo(71);
  }

  /** A timer is due once the watermark is beyond it; a clock that says otherwise is too slow. */
  @Test
  void firing_provesThatTheWatermarkIsBeyondIt() {
    FakeTimer timer = new FakeTimer();
    timer.now = 42;
    assertThat(clock.atEventTimer(timer, Instant.ofEpochMilli(42))).isEqualTo(43);
  }

  @Test
  void firingAtTheEndOfTime_staysWithinTime() {
    FakeTimer timer = new FakeTimer();
    timer.now = TimeBounds.MAX_TIMESTAMP;
    assertThat(clock.atEventTimer(timer, Instant.ofEpochMilli(TimeBounds.MAX_TIMESTAMP)))
        .isEqualTo(TimeBounds.MAX_TIMESTAMP);
  }

  @Test
  void runnersThatShareAnInstance_areToldApart() {
    FakeTimer classic = new FakeTimer();
    classic.now = 70;
    assertThat(clock.now(new HarnessTimer())).isEqualTo(TimeBounds.MIN_TIMESTAMP);
    assertThat(clock.now(classic)).isEqualTo(70);
  }
}
