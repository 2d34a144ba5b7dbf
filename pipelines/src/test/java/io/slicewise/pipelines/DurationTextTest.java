package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, 500, 500 ms",
    "30s, 30000, 30 s",
    "90m, 5400000, 90 min",
    "24h, 86400000, 24 h",
    "7D, 604800000, 7 d",
    "PT24H, 86400000, 24 h",
    "pt0.5s, 500, 500 ms",
    "P7D, 604800000, 7 d",
    "0s, 0, 0 h"
  })
  void durations(String text, long millis, String written) {
    assertThat(DurationText.parse("--size", text, 0)).isEqualTo(millis);
    assertThat(DurationText.format(millis)).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "24", "h", "24 h", "1.5h", "24hours", "PT", "1w"})
  void whatIsNone(String text) {
    assertThatThrownBy(() -> DurationText.parse("--size", text, 1))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--size="
                + text
                + ": not a duration. Write a whole number and a unit, such as 500ms, 30s, 90m, 24h"
                + " or 7d, or an ISO 8601 duration such as PT24H.");
  }

  @Test
  void limits() {
    assertThatThrownBy(() -> DurationText.parse("--size", "0h", 1))
        .hasMessage("--size=0h: must be more than zero. Use for example 24h.");
    assertThatThrownBy(() -> DurationText.parse("--bound", "-1h", 0))
        .hasMessage("--bound=-1h: must be zero or more. Use for example 24h.");
    assertThatThrownBy(() -> DurationText.parse("--bound", "36526d", 0))
        .hasMessage("--bound=36526d: must be at most 100 years (36525d).");
    assertThatThrownBy(() -> DurationText.parse("--bound", "99999999999999999999d", 0))
        .hasMessage("--bound=99999999999999999999d: must be at most 100 years (36525d).");
  }
}
