package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.TemplateParameter;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;

/**
 * How records are read and aggregated, as it is typed; {@link AggregationSettings#of} checks it. A
 * duration is a whole number with a unit, ms, s, m, h or d (500ms, 90m, 24h), or ISO 8601 (PT24H).
 */
public interface AggregationOptions extends PipelineOptions {
  @Description("How records are written: json (one object each) or avro (binary, one schema).")
  @Default.String("json")
  @TemplateParameter(
      order = 30,
      label = "Format of records",
      type = ParameterType.ENUM,
      values = {"json", "avro"},
      example = "json",
      group = "Records")
  String getFormat();

  void setFormat(String format);

  @Description("File with the Avro schema of the records, in JSON; with --format=avro only.")
  @TemplateParameter(
      order = 31,
      label = "Avro schema",
      example = "gs://my-bucket/orders.avsc",
      group = "Records")
  String getAvroSchema();

  void setAvroSchema(String avroSchema);

  @Description("Field to group by, with dots into inner objects, such as order.customer.id.")
  @Validation.Required
  @TemplateParameter(order = 32, label = "Key field", example = "customer.id", group = "Records")
  String getKey();

  void setKey(String key);

  @Description(
      "Field with the event time, with dots into inner objects. Default: the time that the source"
          + " gives a record.")
  @TemplateParameter(order = 33, label = "Timestamp field", example = "time", group = "Records")
  String getTimestamp();

  void setTimestamp(String timestamp);

  @Description(
      "How event times are written: millis (since 1970), iso (ISO 8601) or a Java pattern such as"
          + " 'dd.MM.yyyy HH:mm'. Times without a zone are UTC. Default: millis.")
  @TemplateParameter(order = 34, label = "Format of timestamps", example = "iso", group = "Records")
  String getTimestampFormat();

  void setTimestampFormat(String timestampFormat);

  @Description(
      "What to compute, separated by commas: count, sum:FIELD, mean:FIELD, min:FIELD, max:FIELD,"
          + " pNN:FIELD (a percentile such as p95 or p99.9, within 1.33 % of rank) and"
          + " distinct:FIELD (how many different values, 1.6 % standard error). =NAME after one"
          + " names its column. Records without the field do not count for it.")
  @Default.String("count")
  @TemplateParameter(
      order = 40,
      label = "Aggregates",
      example = "count,sum:amount,p95:latency=slow",
      group = "Aggregation")
  String getAggregates();

  void setAggregates(String aggregates);

  @Description("Kind of windows: fixed, sliding, sessions or calendar.")
  @Default.String("fixed")
  @TemplateParameter(
      order = 41,
      label = "Windows",
      type = ParameterType.ENUM,
      values = {"fixed", "sliding", "sessions", "calendar"},
      example = "sliding",
      group = "Aggregation")
  String getWindows();

  void setWindows(String windows);

  @Description(
      "Length of a window, such as 5m, or several lengths over one store, such as 1m,1h,24h. For"
          + " calendar windows a number of days, weeks, months or years, such as 1day or 3months.")
  @TemplateParameter(
      order = 42,
      label = "Sizes of windows",
      example = "1h,24h",
      group = "Aggregation")
  String getSize();

  void setSize(String size);

  @Description("How often a sliding window starts, such as 1m.")
  @TemplateParameter(
      order = 43,
      label = "Period of sliding windows",
      regex = TemplateParameter.DURATION,
      example = "5m",
      group = "Aggregation")
  String getPeriod();

  void setPeriod(String period);

  @Description("By how much the starts of fixed and sliding windows are shifted. Default: 0s.")
  @TemplateParameter(
      order = 44,
      label = "Offset of windows",
      regex = TemplateParameter.DURATION,
      example = "30s",
      group = "Aggregation")
  String getOffset();

  void setOffset(String offset);

  @Description("How long no record must come for a session to end, such as 10m.")
  @TemplateParameter(
      order = 45,
      label = "Gap of sessions",
      regex = TemplateParameter.DURATION,
      example = "10m",
      group = "Aggregation")
  String getGap();

  void setGap(String gap);

  @Description("Time zone whose midnights cut calendar windows, such as Europe/Berlin.")
  @TemplateParameter(
      order = 46,
      label = "Time zone of calendar windows",
      example = "Europe/Berlin",
      group = "Aggregation")
  String getTimeZone();

  void setTimeZone(String timeZone);

  @Description("How long after its end, by the watermark, a window takes late records.")
  @Default.String("0s")
  @TemplateParameter(
      order = 47,
      label = "Allowed lateness",
      regex = TemplateParameter.DURATION,
      example = "1h",
      group = "Aggregation")
  String getLateness();

  void setLateness(String lateness);

  @Description(
      "When windows give panes: at-watermark (one pane when the watermark passes the end, and one"
          + " for each late record), early-and-late (also early ones, see earlyEvery) or"
          + " every-element (one for each record).")
  @Default.String("at-watermark")
  @TemplateParameter(
      order = 48,
      label = "Trigger",
      type = ParameterType.ENUM,
      values = {"at-watermark", "early-and-late", "every-element"},
      example = "early-and-late",
      group = "Aggregation")
  String getTrigger();

  void setTrigger(String trigger);

  @Description(
      "When an early pane follows the first new record: after a real time, such as 30s, or after"
          + " that many records, such as 100. With --trigger=early-and-late only. Default: 30s.")
  @TemplateParameter(
      order = 49,
      label = "Wait for early panes",
      example = "30s",
      group = "Aggregation")
  String getEarlyEvery();

  void setEarlyEvery(String earlyEvery);

  @Description(
      "What a pane holds: accumulating (its window so far), discarding (what came since the pane"
          + " before) or retracting (its window so far, after a retraction of the pane before).")
  @Default.String("accumulating")
  @TemplateParameter(
      order = 50,
      label = "Accumulation",
      type = ParameterType.ENUM,
      values = {"accumulating", "discarding", "retracting"},
      example = "accumulating",
      group = "Aggregation")
  String getAccumulation();

  void setAccumulation(String accumulation);
}
