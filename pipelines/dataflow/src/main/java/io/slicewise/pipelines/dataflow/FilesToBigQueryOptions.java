package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.Template;
import io.slicewise.pipelines.template.TemplateParameter;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.Validation;
import org.apache.beam.sdk.options.ValueProvider;

/** Options of {@link FilesToBigQuery}. */
@Template(
    name = "files-to-bigquery",
    title = "Files to BigQuery, aggregated by windows",
    description =
        "Aggregates the lines of files by key and window into the table of pubsub-to-bigquery, to"
            + " fill it with what came before or to mend it.",
    streaming = false,
    without = {"format", "avroSchema", "lateness", "trigger", "earlyEvery", "accumulation"})
public interface FilesToBigQueryOptions extends BigQuerySinkOptions {
  /** A path or a pattern. */
  @Description("Files with one JSON object per line, plain or compressed.")
  @Validation.Required
  @TemplateParameter(
      order = 10,
      label = "Files",
      type = ParameterType.GCS_READ_FILE,
      example = "gs://my-bucket/orders/2026-11-*.jsonl",
      group = "Source")
  ValueProvider<String> getInputFiles();

  void setInputFiles(ValueProvider<String> inputFiles);

  /** A time in ISO 8601. */
  @Description(
      "Only windows that start then or later get rows. The files must hold all records from then"
          + " on, or windows lack some.")
  @Default.String("0001-01-01T00:00:00Z")
  @TemplateParameter(
      order = 11,
      label = "First start of a window",
      regex = WindowRange.TIME,
      example = "2026-11-01T00:00:00Z",
      group = "Source")
  ValueProvider<String> getWindowsFrom();

  void setWindowsFrom(ValueProvider<String> windowsFrom);

  /** A time in ISO 8601. */
  @Description("Only windows that end then or earlier get rows.")
  @Default.String("9999-12-31T00:00:00Z")
  @TemplateParameter(
      order = 12,
      label = "Last end of a window",
      regex = WindowRange.TIME,
      example = "2026-12-01T00:00:00Z",
      group = "Source")
  ValueProvider<String> getWindowsUntil();

  void setWindowsUntil(ValueProvider<String> windowsUntil);
}
