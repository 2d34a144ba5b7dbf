package io.slicewise.pipelines.aggregates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.beam.ZonedCalendarWindows;
import io.slicewise.pipelines.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.SerializableUtils;
import org.assertj.core.groups.Tuple;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AggregationSettingsTest {
  @TempDir private static Path folder;

  /** As typed, separated by blanks; what a case leaves out is {@code --key=id --size=5m}. */
  static AggregationSettings settings(String typed) {
    String given = typed.strip();
    String key = given.contains("--key") || given.contains("--no-key") ? "" : "--key=id ";
    String size =
        given.contains("--size") || given.contains("sessions") || given.contains("--no-size")
            ? ""
            : "--size=5m ";
    String[] args =
        Stream.of((key + size + given).split(" +"))
            .filter(arg -> !arg.startsWith("--no-") && !arg.isEmpty())
            .map(arg -> arg.replace("%folder", folder == null ? "" : folder.toString()))
            .toArray(String[]::new);
    return AggregationSettings.of(
        PipelineOptionsFactory.fromArgs(args).as(AggregationOptions.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --no-key | --key: is missing. Give it the field to group by, such as customer.id.
          --key=   | --key: is empty. Give it a value or leave the option out.
          --key=a..b | --key=a..b: not a path of fields. Write names with a dot between them, such as order.customer.id.
          --timestamp=. | --timestamp=.: not a path of fields. Write names with a dot between them, such as order.customer.id.
          --timestampFormat=iso | --timestampFormat=iso: has no effect: without --timestamp no event time is read. Leave it out.
          --timestamp=t --timestampFormat=x | --timestampFormat=x: neither millis, iso nor a pattern that tells a date. Use a pattern such as 'yyyy-MM-dd HH:mm:ss' (h needs a).
          --format=xml | --format=xml: unknown. Use one of: json, avro.
          --avroSchema=a.avsc | --avroSchema=a.avsc: has no effect: --format=json needs no schema. Leave it out.
          --format=avro | --avroSchema: is missing. Give it a file with the schema of the records, such as orders.avsc.
          --format=avro --avroSchema=/no/such/file | --avroSchema=/no/such/file: cannot be read. Give the path of a file with an Avro schema.
          --aggregates=median:a | --aggregates=median:a: unknown. Use count, or sum, mean, min, max, distinct or a percentile such as p95 with :FIELD.
          --aggregates=count, | --aggregates=: unknown. Use count, or sum, mean, min, max, distinct or a percentile such as p95 with :FIELD.
          --aggregates=sum | --aggregates=sum: sum must be of a field. Write sum:FIELD.
          --aggregates=count:a | --aggregates=count:a: count is of all records, not of a field. Write count.
          --aggregates=sum: | --aggregates=: not a path of fields. Write names with a dot between them, such as order.customer.id.
          --aggregates=p101:a | --aggregates=p101:a: unknown. Use count, or sum, mean, min, max, distinct or a percentile such as p95 with :FIELD.
          --aggregates=sum:a,sum:a | --aggregates=sum:a: there is a column sum_a already. Add a name, such as =b.
          --aggregates=count=pane | --aggregates=count=pane: every result has a column pane. Add a name, such as =total.
          --aggregates=count=Nr | --aggregates=count=Nr: 'Nr' is no name of a column. Name it with =NAME: at most 63 lower-case letters, digits and underscores, no digit first.
          --windows=tumbling | --windows=tumbling: unknown. Use one of: fixed, sliding, sessions, calendar.
          --no-size | --size: is missing. Give it the length of a window, such as 5m.
          --size=0s | --size=0s: must be more than zero. Use for example 24h.
          --size=5m,x | --size=x: not a duration. Write a whole number and a unit, such as 500ms, 30s, 90m, 24h or 7d, or an ISO 8601 duration such as PT24H.
          --size=5m,1h,5m | --size=5m,1h,5m: 5m is given twice. Leave one out.
          --size=5m, | --size: is empty. Give it a value or leave the option out.
          --period=1m | --period=1m: has no effect: only sliding windows have a period, see --windows. Leave it out.
          --windows=sliding | --period: is missing. Give it how often a window starts, such as 1m.
          --windows=sliding --period=-1m | --period=-1m: must be more than zero. Use for example 24h.
          --offset=5m | --offset=5m: must be less than --size=5m. Shift windows by less than from one to the next.
          --windows=sliding --period=1m --offset=90s | --offset=90s: must be less than --period=1m. Shift windows by less than from one to the next.
          --gap=1m | --gap=1m: has no effect: only sessions have a gap, see --windows. Leave it out.
          --windows=sessions | --gap: is missing. Give it how long no record must come, such as 10m.
          --windows=sessions --gap=1m --size=1m | --size=1m: has no effect: sessions last as long as records come, see --gap. Leave it out.
          --windows=sessions --gap=1m --offset=1m | --offset=1m: has no effect: only fixed and sliding windows have an offset, see --windows. Leave it out.
          --timeZone=UTC | --timeZone=UTC: has no effect: only calendar windows have a time zone, see --windows. Leave it out.
          --windows=calendar --size=1day | --timeZone: is missing. Give it a time zone, such as Europe/Berlin or UTC.
          --windows=calendar --size=1day --timeZone=Mars | --timeZone=Mars: no time zone. Use for example Europe/Berlin or UTC.
          --windows=calendar --size=24h --timeZone=UTC | --size=24h: not a number of days, weeks, months or years. Use for example 1day or 3months.
          --windows=calendar --size=0days --timeZone=UTC | --size=0days: not a number of days, weeks, months or years. Use for example 1day or 3months.
          --lateness=later | --lateness=later: not a duration. Write a whole number and a unit, such as 500ms, 30s, 90m, 24h or 7d, or an ISO 8601 duration such as PT24H.
          --lateness=-1s | --lateness=-1s: must be zero or more. Use for example 24h.
          --trigger=never | --trigger=never: unknown. Use one of: at-watermark, early-and-late, every-element.
          --earlyEvery=1m | --earlyEvery=1m: has no effect: only --trigger=early-and-late has early panes that wait. Leave it out.
          --trigger=early-and-late --earlyEvery=0 | --earlyEvery=0: must be from 1 to 999999999 records. Use for example 100.
          --trigger=early-and-late --earlyEvery=0s | --earlyEvery=0s: must be more than zero. Use for example 24h.
          --accumulation=none | --accumulation=none: unknown. Use one of: accumulating, discarding, retracting.
          --windows=sliding --size=24h --period=1s --trigger=every-element | --trigger=every-element: a record is in up to 86400 windows of --size=24h, each of which would give a pane before its end; at most 10000. Use --trigger=at-watermark or a longer --period.
          """)
  void mistakes_haveOneLine(String typed, String message) {
    assertThatThrownBy(() -> settings(typed))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no json | --aggregates=count | --avroSchema=%f: not an Avro schema: Unrecognized token 'no': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false'). Give a file in JSON, such as an .avsc file.
          {"type":"record"} | --aggregates=count | --avroSchema=%f: not an Avro schema: No name in schema: {"type":"record"}. Give a file in JSON, such as an .avsc file.
          "string" | --aggregates=count | --avroSchema=%f: is the schema of a string, not of a record. Give the schema of whole records.
          {"type":"record","name":"R","fields":[{"name":"no","type":"int"}]} | --aggregates=count | --key=id: the Avro schema has no field id. Name one of: no.
          {"type":"record","name":"R","fields":[{"name":"id","type":"int"}]} | --aggregates=sum:id.x | --aggregates=sum:id.x: the Avro schema has no field id.x. Name a field of a record.
          {"type":"record","name":"R","fields":[{"name":"id","type":"int"}]} | --timestamp=at | --timestamp=at: the Avro schema has no field at. Name one of: id.
          """)
  void mistakesWithAvro_haveOneLine(String schema, String typed, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("schema.avsc"), schema);
    assertThatThrownBy(() -> settings("--format=avro --avroSchema=" + file + " " + typed))
        .isInstanceOf(SettingException.class)
        .hasMessage(message.replace("%f", file.toString()));
  }

  @Test
  void columns_haveNames() {
    assertThat(
            settings(
                    "--aggregates=count,sum:a,mean:order.unitPrice,p99.9:a,p50:a=median,distinct:x")
                .columns())
        .extracting(Column::name, Column::kind, Column::rank)
        .containsExactly(
            Tuple.tuple("count", Column.Kind.COUNT, 0.0),
            Tuple.tuple("sum_a", Column.Kind.SUM, 0.0),
            Tuple.tuple("mean_order_unit_price", Column.Kind.MEAN, 0.0),
            Tuple.tuple("p99_9_a", Column.Kind.PERCENTILE, 0.999),
            Tuple.tuple("median", Column.Kind.PERCENTILE, 0.5),
            Tuple.tuple("distinct_x", Column.Kind.DISTINCT, 0.0));
  }

  static Stream<Arguments> windows() {
    Duration minute = Duration.standardMinutes(1);
    Duration hour = Duration.standardHours(1);
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    return Stream.of(
        Arguments.of("--size=1h", List.of(FixedWindows.of(hour))),
        Arguments.of(
            "--size=1m,PT1H --offset=30s",
            List.of(
                FixedWindows.of(minute).withOffset(Duration.standardSeconds(30)),
                FixedWindows.of(hour).withOffset(Duration.standardSeconds(30)))),
        Arguments.of(
            "--windows=sliding --size=1h,2h --period=1m",
            List.of(
                SlidingWindows.of(hour).every(minute),
                SlidingWindows.of(Duration.standardHours(2)).every(minute))),
        Arguments.of("--windows=Sessions --gap=1m", List.of(Sessions.withGapDuration(minute))),
        Arguments.of(
            "--windows=calendar --size=1day,2Weeks,3months,1year --timeZone=Europe/Berlin",
            List.of(
                ZonedCalendarWindows.days(1, berlin),
                ZonedCalendarWindows.weeks(2, berlin),
                ZonedCalendarWindows.months(3, berlin),
                ZonedCalendarWindows.years(1, berlin))));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void windows_areThoseOfBeam(String typed, List<WindowFn<Object, ?>> functions) {
    AggregationSettings settings =
        settings((typed.contains("Sessions") ? "--no-size " : "") + typed);
    assertThat(settings.windows().functions()).isEqualTo(functions);
    assertThat(settings.resultSchema().hasField(ResultRows.WINDOW_SIZE))
        .isEqualTo(functions.size() > 1);
  }

  static Stream<Arguments> triggers() {
    AfterWatermark.AfterWatermarkEarlyAndLate late =
        AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(1));
    return Stream.of(
        Arguments.of("", late, false),
        Arguments.of("--lateness=1s", late, true),
        Arguments.of(
            "--trigger=early-and-late",
            late.withEarlyFirings(
                AfterProcessingTime.pastFirstElementInPane()
                    .plusDelayOf(Duration.standardSeconds(30))),
            true),
        Arguments.of(
            "--trigger=early-and-late --earlyEvery=1h",
            late.withEarlyFirings(
                AfterProcessingTime.pastFirstElementInPane()
                    .plusDelayOf(Duration.standardHours(1))),
            true),
        Arguments.of(
            "--trigger=early-and-late --earlyEvery=7",
            late.withEarlyFirings(AfterPane.elementCountAtLeast(7)),
            true),
        Arguments.of(
            "--trigger=every-element", Repeatedly.forever(AfterPane.elementCountAtLeast(1)), true));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void triggers_areThoseOfBeam(String typed, Trigger trigger, boolean refines) {
    AggregationSettings settings = settings(typed);
    assertThat(settings.trigger().trigger()).isEqualTo(trigger);
    assertThat(settings.refines()).isEqualTo(refines);
  }

  @Test
  void settings_canBeSentToWorkers() {
    AggregationSettings settings =
        settings("--timestamp=at --timestampFormat=dd.MM.yyyy --aggregates=count,p95:a,distinct:b");
    assertThat(SerializableUtils.clone(settings).resultSchema()).isEqualTo(settings.resultSchema());
  }
}
