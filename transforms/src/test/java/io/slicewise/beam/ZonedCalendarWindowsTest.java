package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.standardHours;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PartitioningWindowFn;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.joda.time.DateTimeConstants;
import org.joda.time.DateTimeZone;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ZonedCalendarWindowsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final DateTimeZone BEAMS_BERLIN = DateTimeZone.forID("Europe/Berlin");

  /** Windows as "start/end" in UTC, to the minute. */
  static Stream<Arguments> windows() {
    return Stream.of(
        Arguments.of(
            ZonedCalendarWindows.days(1, BERLIN),
            "2024-03-31T12:00",
            "2024-03-30T23:00/2024-03-31T22:00"),
        Arguments.of(
            ZonedCalendarWindows.days(2, BERLIN).every(1),
            "2024-03-31T12:00",
            "2024-03-29T23:00/2024-03-31T22:00 2024-03-30T23:00/2024-04-01T22:00"),
        Arguments.of(ZonedCalendarWindows.days(1, BERLIN).every(2), "1970-01-02T12:00", ""),
        Arguments.of(
            ZonedCalendarWindows.weeks(1, BERLIN),
            "2024-04-04T12:00",
            "2024-03-31T22:00/2024-04-07T22:00"),
        Arguments.of(
            ZonedCalendarWindows.weeks(1, BERLIN).startingOn(DayOfWeek.SUNDAY),
            "2024-04-04T12:00",
            "2024-03-30T23:00/2024-04-06T22:00"),
        Arguments.of(
            ZonedCalendarWindows.months(3, BERLIN),
            "2024-03-31T21:59",
            "2023-12-31T23:00/2024-03-31T22:00"),
        Arguments.of(
            ZonedCalendarWindows.years(1, ZoneOffset.UTC),
            "1969-06-01T00:00",
            "1969-01-01T00:00/1970-01-01T00:00"),
        Arguments.of(
            ZonedCalendarWindows.years(2, ZoneOffset.UTC).every(1),
            "2024-06-01T00:00",
            "2023-01-01T00:00/2025-01-01T00:00 2024-01-01T00:00/2026-01-01T00:00"),
        // at midnight the clock goes from 24:00 back to 23:00: the day ends at the second one
        Arguments.of(
            ZonedCalendarWindows.days(1, ZoneId.of("America/Sao_Paulo")),
            "2018-02-18T02:30",
            "2018-02-17T02:00/2018-02-18T03:00"));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void windows(ZonedCalendarWindows windowFn, String timestamp, String windows) {
    assertThat(
            windowFn.windowsOf(utc(timestamp)).stream()
                .map(window -> minute(window.start()) + "/" + minute(window.end()))
                .collect(Collectors.joining(" ")))
        .isEqualTo(windows);
  }

  static Stream<Arguments> beams() {
    return Stream.of(
        Arguments.of(
            ZonedCalendarWindows.days(3, BERLIN),
            CalendarWindows.days(3).withTimeZone(BEAMS_BERLIN)),
        Arguments.of(
            ZonedCalendarWindows.weeks(1, ZoneOffset.UTC),
            CalendarWindows.weeks(1, DateTimeConstants.MONDAY)),
        Arguments.of(
            ZonedCalendarWindows.weeks(2, ZoneOffset.UTC).startingOn(DayOfWeek.SUNDAY),
            CalendarWindows.weeks(2, DateTimeConstants.SUNDAY)),
        Arguments.of(
            ZonedCalendarWindows.months(2, BERLIN),
            CalendarWindows.months(2).withTimeZone(BEAMS_BERLIN)),
        Arguments.of(
            ZonedCalendarWindows.years(1, BERLIN),
            CalendarWindows.years(1).withTimeZone(BEAMS_BERLIN)));
  }

  /** From 1971 to 2050. */
  @ParameterizedTest
  @MethodSource("beams")
  void consecutiveWindows_areBeams(
      ZonedCalendarWindows windowFn, PartitioningWindowFn<Object, IntervalWindow> beams) {
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      Instant timestamp =
          Instant.ofEpochMilli(
              random.nextLong(
                  utc("1971-01-01T00:00").getMillis(), utc("2050-01-01T00:00").getMillis()));
      assertThat(windowFn.windowsOf(timestamp)).containsExactly(beams.assignWindow(timestamp));
    }
  }

  /** Through Beam's own grouping and through ours, around the hour that is left out in Berlin. */
  @Test
  void panes_areThoseOfWindowInto() {
    long midnight = utc("2024-03-30T23:00").getMillis();
    long hour = standardHours(1).getMillis();
    String script =
        "1@%d 2@%d W%d 3@%d 4@%d W%d 5@%d 6@%d W%d"
            .formatted(
                midnight - 1,
                midnight,
                midnight + hour,
                midnight + 23 * hour - 1,
                midnight - 2,
                midnight + 23 * hour,
                midnight + 23 * hour,
                midnight + 5,
                midnight + 96 * hour);
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(script));
    for (ZonedCalendarWindows windowFn :
        List.of(
            ZonedCalendarWindows.days(1, BERLIN),
            ZonedCalendarWindows.days(3, BERLIN).every(1),
            ZonedCalendarWindows.weeks(1, BERLIN).startingOn(DayOfWeek.SUNDAY),
            ZonedCalendarWindows.months(1, BERLIN))) {
      Window<KV<String, Long>> window =
          Window.<KV<String, Long>>into(windowFn)
              .triggering(
                  AfterWatermark.pastEndOfWindow()
                      .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                      .withLateFirings(AfterPane.elementCountAtLeast(1)))
              .withAllowedLateness(standardHours(30));
      bothWays.compare(windowFn.toString(), window.accumulatingFiredPanes(), new Contents());
      bothWays.compare(windowFn.toString(), window.discardingFiredPanes(), new Contents());
    }
    bothWays.assertSame();
  }

  @Test
  void settingsOutOfRange() {
    assertThatThrownBy(() -> ZonedCalendarWindows.days(0, BERLIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ZonedCalendarWindows: count must be from 1 to 1000000 days but was 0. Use"
                + " GlobalWindows for all of time.");
    assertThatThrownBy(() -> ZonedCalendarWindows.years(1, BERLIN).every(1_000_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ZonedCalendarWindows: every must be from 1 to 1000000 years but was 1000001. Use"
                + " GlobalWindows for all of time.");
    assertThatThrownBy(() -> ZonedCalendarWindows.months(1, BERLIN).startingOn(DayOfWeek.SUNDAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ZonedCalendarWindows: startingOn must be for weeks but was SUNDAY for months. Use"
                + " ZonedCalendarWindows.weeks(...), or leave startingOn out.");
    assertThatThrownBy(() -> ZonedCalendarWindows.days(1, null)).hasMessage("zone");
  }

  @Test
  void longestWindows_areCutToTime() {
    assertThat(
            ZonedCalendarWindows.years(1_000_000, BERLIN)
                .windowsOf(Instant.ofEpochMilli(0))
                .stream()
                .map(IntervalWindow::end))
        .containsExactly(Instant.ofEpochMilli(9_223_371_950_454_775L + 1));
  }

  @Test
  void equality_isOfAllSettings() {
    ZonedCalendarWindows weeks = ZonedCalendarWindows.weeks(2, BERLIN);
    assertThat(weeks)
        .isEqualTo(ZonedCalendarWindows.weeks(2, BERLIN))
        .hasSameHashCodeAs(ZonedCalendarWindows.weeks(2, BERLIN))
        .isEqualTo(SerializableUtils.ensureSerializable(weeks));
    for (Object other :
        List.of(
            weeks.every(1),
            weeks.startingOn(DayOfWeek.SUNDAY),
            ZonedCalendarWindows.weeks(3, BERLIN).every(2),
            ZonedCalendarWindows.weeks(2, ZoneOffset.UTC),
            ZonedCalendarWindows.days(2, BERLIN),
            CalendarWindows.weeks(2, DateTimeConstants.MONDAY))) {
      assertThat(weeks).isNotEqualTo(other);
    }
  }

  @Test
  void displayData() {
    assertThat(DisplayData.from(ZonedCalendarWindows.weeks(2, BERLIN).every(1)).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .containsExactlyInAnyOrder(
            tuple("unit", "weeks"),
            tuple("count", 2L),
            tuple("every", 1L),
            tuple("zone", "Europe/Berlin"),
            tuple("startingOn", "MONDAY"));
  }

  @Test
  void sideInput_inAGapIsRefused() {
    ZonedCalendarWindows gaps = ZonedCalendarWindows.days(1, ZoneOffset.UTC).every(2);
    IntervalWindow secondDay = new IntervalWindow(utc("1970-01-02T00:00"), utc("1970-01-03T00:00"));
    assertThatThrownBy(() -> gaps.getDefaultWindowMappingFn().getSideInputWindow(secondDay))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "side input: in ZonedCalendarWindows(days=1, every=2, zone=Z) no window holds"
                + " 1970-01-02T23:59:59.999Z, the last instant of the main window. Use windows"
                + " without gaps.");
  }

  private static Instant utc(String minute) {
    return Instant.ofEpochMilli(
        LocalDateTime.parse(minute).toInstant(ZoneOffset.UTC).toEpochMilli());
  }

  private static String minute(Instant instant) {
    return java.time.Instant.ofEpochMilli(instant.getMillis())
        .atOffset(ZoneOffset.UTC)
        .toLocalDateTime()
        .toString();
  }
}
