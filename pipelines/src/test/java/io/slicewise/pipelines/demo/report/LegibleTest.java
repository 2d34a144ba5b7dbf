package io.slicewise.pipelines.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LegibleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        "7|7",
        "100|100",
        "1234567|1,234,567",
        "2.5|2.5",
        "-0.126|-0.13",
        "29.999|30",
        "0.00123|0.00123",
        "1e15|1.00e+15"
      })
  void numbers(double number, String text) {
    assertThat(Legible.number(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01 00:00",
    "-1, 1969-12-31 23:59:59.999",
    "1517365101000, 2018-01-31 02:18:21",
    "1517365101235, 2018-01-31 02:18:21.235"
  })
  void times(long millis, String text) {
    assertThat(Legible.time(millis)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"999, 999 ms", "1500, 1.5 s", "90000, 1.5 min", "553777333, 153.8 h"})
  void durations(long millis, String written) {
    assertThat(Legible.duration(millis)).isEqualTo(written);
  }

  @Test
  void keys_areShortAndPlain() {
    assertThat(Legible.key("a\tb\u001b[31m", 24)).isEqualTo("a?b?[31m");
    assertThat(Legible.key("abcdef", 4)).isEqualTo("abc…");
  }

  @Test
  void scales_coverTheirValues_withRoundSteps() {
    Scale scale = Scale.ofNumbers(0, 61, 6, 100, 0);

    assertThat(scale.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0);
    assertThat(scale.at(0)).isEqualTo(100);
    assertThat(scale.at(80)).isEqualTo(0);
    assertThat(Scale.ofNumbers(5, 5, 4, 0, 1).ticks()).hasSizeBetween(2, 6);
    assertThat(Scale.ofNumbers(0, 0, 4, 0, 1).ticks()).hasSizeBetween(2, 6);
  }

  @Test
  void timeScales_haveTicksAtRoundTimes() {
    Scale week = Scale.ofTimes(1_517_364_000_000L, 1_518_000_000_000L, 8, 0, 100);

    assertThat(week.ofDays()).isTrue();
    assertThat(week.ticks()).hasSize(7).allMatch(tick -> tick % 86_400_000 == 0);
    assertThat(Scale.ofTimes(5, 5, 8, 0, 100).ticks()).isNotEmpty();
    assertThat(Scale.ofTimes(0, 3_000L * 365 * 86_400_000, 8, 0, 100).ticks())
        .hasSizeLessThanOrEqualTo(9);
  }
}
