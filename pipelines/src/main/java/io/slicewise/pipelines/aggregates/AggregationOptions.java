package io.slicewise.pipelines.aggregates;

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
  String getFormat();

  void setFormat(String format);

  @Description("File with the Avro schema of the records, in JSON; with --format=avro only.")
  String getAvroSchema();

  void setAvroSchema(String avroSchema);

  @Description("Field to group by, with dots into inner objects, such as order.customer.id.")
  @Validation.Required
  String getKey();

  void setKey(String key);

  @Description(
      "Field with the event time, with dots into inner objects. Default: the time that the source"
          + " gives a record.")
  String getTimestamp();

  void setTimestamp(String timestamp);

  @Description(
      "How event times are written: millis (since 1970), iso (ISO 8601) or a Java pattern such as"
          + " 'dd.MM.yyyy HH:mm'. Times without a zone are UTC. Default: millis.")
  String getTimestampFormat();

  void setTimestampFormat(String timestampFormat);

  @Description(
      "What to compute, separated by commas: count, sum:FIELD, mean:FIELD, min:FIELD, max:FIELD,"
          + " pNN:FIELD (a percentile such as p95 or p99.9, within 1.33 % of rank) and"
          + " distinct:FIELD (how many different values, 1.6 % standard error). =NAME after one"
          + " names its column. Records without the field do not count for it.")
  @Default.String("count")
  String getAggregates();

  void setAggregates(String aggregates);

  @Description("Kind of windows: fixed, sliding, sessions or calendar.")
  @Default.String("fixed")
  String getWindows();

  void setWindows(String windows);

  @Description(
      "Length of a window, such as 5m, or several lengths over one store, such as 1m,1h,24h. For"
          + " calendar windows a number of days, weeks, months or years, such as 1day or 3months.")
  String getSize();

  void setSize(String size);

  @Description("How often a sliding window starts, such as 1m.")
  String getPeriod();

  void setPeriod(String period);

  @Description("By how much the starts of fixed and sliding windows are shifted. Default: 0s.")
  String getOffset();

  void setOffset(String offset);

  @Description("How long no record must come for a session to end, such as 10m.")
  String getGap();

  void setGap(String gap);

  @Description("Time zone whose midnights cut calendar windows, such as Europe/Berlin.")
  String getTimeZone();

  void setTimeZone(String timeZone);

  @Description("How long after its end, by the watermark, a window takes late records.")
  @Default.String("0s")
  String getLateness();

  void setLateness(String lateness);

  @Description(
      "When windows give panes: at-watermark (one pane when the watermark passes the end, and one"
          + " for each late record), early-and-late (also early ones, see earlyEvery) or"
          + " every-element (one for each record).")
  @Default.String("at-watermark")
  String getTrigger();

  void setTrigger(String trigger);

  @Description(
      "When an early pane follows the first new record: after a real time, such as 30s, or after"
          + " that many records, such as 100. With --trigger=early-and-late only. Default: 30s.")
  String getEarlyEvery();

  void setEarlyEvery(String earlyEvery);

  @Description(
      "What a pane holds: accumulating (its window so far), discarding (what came since the pane"
          + " before) or retracting (its window so far, after a retraction of the pane before).")
  @Default.String("accumulating")
  String getAccumulation();

  void setAccumulation(String accumulation);
}
