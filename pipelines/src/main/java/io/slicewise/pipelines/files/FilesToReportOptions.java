package io.slicewise.pipelines.files;

import io.slicewise.pipelines.aggregates.AggregationOptions;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.Validation;

/** What {@link FilesToReport} reads and writes, as it is typed; {@link FilesSettings} checks it. */
public interface FilesToReportOptions extends AggregationOptions {
  @Description(
      "Files to read, a path or a pattern such as data/*.csv, in the order of their names.")
  @Validation.Required
  String getInput();

  void setInput(String input);

  @Description(
      "How the files are written: csv (under a header), jsonl (one JSON object per line) or avro"
          + " (container files of one schema). Default: by the endings of their names, .csv, .avro"
          + " or any other for jsonl.")
  String getInputFormat();

  void setInputFormat(String inputFormat);

  @Description(
      "Field with the time of arrival, written as --timestampFormat says: rows are replayed in its"
          + " order, for which 16 bytes of memory are needed for each row. Default: as they stand"
          + " in the files.")
  String getArrival();

  void setArrival(String arrival);

  @Description("How far the watermark stays behind the newest event time, such as 6h.")
  @Default.String("0s")
  String getBound();

  void setBound(String bound);

  @Description(
      "Folder for the results, a file for each window and pane, and for late and unreadable rows;"
          + " must be empty, or not there yet.")
  @Default.String("slicewise-files")
  String getOutput();

  void setOutput(String output);

  @Description("Where the HTML report goes. Default: report.html in the folder of the results.")
  String getReport();

  void setReport(String report);

  @Description(
      "Whether progress is told on standard error every two seconds: on, off or auto (if it is a"
          + " terminal).")
  @Default.String("auto")
  String getProgress();

  void setProgress(String progress);
}
