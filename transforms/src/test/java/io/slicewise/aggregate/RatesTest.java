package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class RatesTest {
  private static final Rates OF_TEN_MINUTES = Rates.over(Duration.standardMinutes(10));

  @Test
  void rates() {
    List<Long> values = Collections.nCopies(30, 4L);
    assertThat(OF_TEN_MINUTES.<Long>countPer(Duration.standardMinutes(1)).apply(values))
        .isEqualTo(3);
    assertThat(OF_TEN_MINUTES.<Long>countPer(Duration.standardSeconds(1)).apply(values))
        .isEqualTo(0.05);
    assertThat(OF_TEN_MINUTES.<Long>countPer(Duration.standardHours(1)).apply(values))
        .isEqualTo(180);
    assertThat(OF_TEN_MINUTES.<Long>sumPer(Duration.standardMinutes(1)).apply(values))
        .isEqualTo(12);
  }

  @Test
  void spanMustBePositive() {
    assertThatThrownBy(() -> Rates.over(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Rates.over: the span must be 1 ms or more but was 0 ms. Give the size of the window"
                + " that the elements are in.");
    assertThat(Rates.over(Duration.millis(1)).<Long>countPer(Duration.millis(1)).apply(List.of(5L)))
        .isEqualTo(1);
  }

  @Test
  void unitMustBePositive() {
    assertThatThrownBy(() -> OF_TEN_MINUTES.countPer(Duration.millis(-5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Rates.countPer: the unit must be 1 ms or more but was -5 ms. Give"
                + " Duration.standardSeconds(1) for a rate per second.");
    assertThatThrownBy(() -> OF_TEN_MINUTES.sumPer(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Rates.sumPer: the unit must be 1 ms or more but was 0 ms.");
  }

  @Test
  void displayData() {
    assertThat(DisplayData.from(OF_TEN_MINUTES.countPer(Duration.standardSeconds(1))).items())
        .anySatisfy(item -> assertThat(item.getValue()).isEqualTo(600_000L))
        .anySatisfy(item -> assertThat(item.getValue()).isEqualTo(1_000L));
  }
}
