package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReductionProbeTest {
  private final ReductionProbe probe = new ReductionProbe();

  @Test
  void wellReducedElements_goOnBeingAggregated() {
    for (int bundle = 0; bundle < 50; bundle++) {
      probe.reduced(100, 50);
      assertThat(probe.passes()).isFalse();
    }
  }

  @Test
  void poorlyReducedElements_passForAWhile_onceTheSampleIsLargeEnough() {
    probe.reduced(ReductionProbe.SAMPLE - 1, ReductionProbe.SAMPLE - 1);
    assertThat(probe.passes()).isFalse();
    probe.reduced(1, 1);
    for (int i = 0; i < ReductionProbe.PASSED; i++) {
      assertThat(probe.passes()).isTrue();
    }
    assertThat(probe.passes()).isFalse();
  }

  @Test
  void eachSampleIsLookedAtByItself() {
    probe.reduced(ReductionProbe.SAMPLE, ReductionProbe.SAMPLE);
    for (int i = 0; i < ReductionProbe.PASSED; i++) {
      probe.passes();
    }
    probe.reduced(ReductionProbe.SAMPLE, 1);
    assertThat(probe.passes()).isFalse();
    probe.reduced(ReductionProbe.SAMPLE, ReductionProbe.SAMPLE / 2 + 1);
    assertThat(probe.passes()).isTrue();
  }
}
