package io.slicewise.pipelines.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.slicewise.pipelines.SettingException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeFormatTest {
  private static Instant parse(String format, String text) throws UnreadableRecordException {
    TimeFormat timeFormat = TimeFormat.of("--timestampFormat", format);
    return Instant.ofEpochMilli(timeFormat.parse("at", TextNode.valueOf(text)));
  }

  @ParameterizedTest
  @CsvSource({
    "millis, 1517365101235, 2018-01-31T02:18:21.235Z",
    "millis, -1, 1969-12-31T23:59:59.999Z",
    "iso, 2018-01-31T02:18:21.235Z, 2018-01-31T02:18:21.235Z",
    "iso, 2018-01-31t02:18:21z, 2018-01-31T02:18:21Z",
    "iso, 2018-01-31T02:18:21.2359999Z, 2018-01-31T02:18:21.235Z",
    "iso, 2018-01-31T02:18:21+01:00, 2018-01-31T01:18:21Z",
    "iso, 2018-01-31T02:18:21+0100, 2018-01-31T01:18:21Z",
    "iso, 2018-01-31T02:18:21-05, 2018-01-31T07:18:21Z",
    "iso, 2018-01-31T02:18:21+01:00[Europe/Berlin], 2018-01-31T01:18:21Z",
    "iso, 2018-03-25T02:30[Europe/Berlin], 2018-03-25T01:30:00Z",
    "iso, 2018-10-28T02:30[Europe/Berlin], 2018-10-28T00:30:00Z",
    "iso, 1969-12-31T23:59:59.9999Z, 1969-12-31T23:59:59.999Z"
  })
  void timesWithAZone(String format, String text, Instant expected) throws Exception {
    assertThat(parse(format, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "iso, 2018-01-31T02:18:21, 2018-01-31T02:18:21Z",
    "iso, 2018-01-31 02:18, 2018-01-31T02:18:00Z",
    "iso, 2018-01-31, 2018-01-31T00:00:00Z",
    "dd.MM.yyyy HH:mm, 31.01.2018 02:18, 2018-01-31T02:18:00Z",
    "yyyy-MM-dd HH:mm:ss.SSS, 2018-01-31 02:18:21.235, 2018-01-31T02:18:21.235Z",
    "MMM d uuuu h:mm a, jan 31 2018 2:18 pm, 2018-01-31T14:18:00Z",
    "yyyyMMdd, 20180131, 2018-01-31T00:00:00Z",
    "yyyy-MM-dd'T'HH:mm 'y', 2018-01-31T02:18 y, 2018-01-31T02:18:00Z"
  })
  void timesWithoutAZone_areUtc(String format, String text, Instant expected) throws Exception {
    assertThat(parse(format, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "yyyy-MM-dd HH:mm XXX, 2018-01-31 02:18 +02:00, 2018-01-31T00:18:00Z",
    "yyyy-MM-dd HH:mm VV, 2018-07-31 02:18 Europe/Berlin, 2018-07-31T00:18:00Z"
  })
  void patternsMayHaveAZone(String format, String text, Instant expected) throws Exception {
    assertThat(parse(format, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "iso, 2018-02-30, ISO 8601 has it",
    "iso, 31.01.2018, ISO 8601 has it",
    "iso, 1517365101235, ISO 8601 has it",
    "dd.MM.yyyy, 30.02.2018, the pattern dd.MM.yyyy",
    "dd.MM.yyyy, 1.1.2018, the pattern dd.MM.yyyy"
  })
  void whatIsNoSuchTime_isUnreadable(String format, String text, String form) {
    assertThatThrownBy(() -> parse(format, text))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage("field 'at' is \"" + text + "\": not a time as " + form);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HH:mm", "MM-yyyy", "YYYY-MM-dd", "yyyy-MM-dd hh:mm", "bbb", "{", "Iso"})
  void whatTellsNoDate_isNoFormat(String format) {
    assertThatThrownBy(() -> TimeFormat.of("--timestampFormat", format))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--timestampFormat="
                + format
                + ": neither millis, iso nor a pattern that tells a date. Use a pattern such as"
                + " 'yyyy-MM-dd HH:mm:ss' (h needs a).");
  }
}
