package io.slicewise.pipelines.files;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.Option;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.fields.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checked settings of a run.
 *
 * @param input the files to read
 * @param rows reads them
 * @param aggregation what is computed
 * @param arrival the field with the time of arrival, if rows are put in its order
 * @param timeFormat how that is written
 * @param boundMillis how far the watermark stays behind the newest event time
 * @param output an empty folder
 * @param report where the report goes
 * @param progress whether progress is told; absent if a terminal decides
 */
record FilesSettings(
    InputFiles input,
    Rows rows,
    AggregationSettings aggregation,
    Optional<FieldPath> arrival,
    TimeFormat timeFormat,
    long boundMillis,
    Path output,
    Path report,
    Optional<Boolean> progress) {
  private enum Telling {
    ON,
    OFF,
    AUTO
  }

  /**
   * Checks options.
   *
   * @throws SettingException for the first that cannot be used
   */
  static FilesSettings of(FilesToReportOptions options) {
    Option format = Option.of("format", options.getFormat());
    if (!format.value().filter("json"::equals).isPresent()) {
      throw format.wrong("is for records without a file", "Use --inputFormat");
    }
    Option.of("avroSchema", options.getAvroSchema())
        .refuse("Avro container files bring their schema");
    Option.of("timestamp", options.getTimestamp()).required("the field with the event time");
    InputFiles input =
        InputFiles.of(
            Option.of("input", options.getInput()),
            Option.of("inputFormat", options.getInputFormat()));
    Rows rows =
        switch (input.format()) {
          case CSV -> new CsvFileRows();
          case JSONL -> new JsonLineRows();
          case AVRO -> new AvroFileRows(AvroFileRows.schemaOf(input.files().get(0)));
        };
    AggregationSettings aggregation =
        input.format() == InputFormat.AVRO
            ? AggregationSettings.ofAvro(options, AvroFileRows.schemaOf(input.files().get(0)))
            : AggregationSettings.of(options);
    Option arrival = Option.of("arrival", options.getArrival());
    if (input.format() == InputFormat.AVRO) {
      arrival.refuse("records of Avro files are replayed as they stand");
    }
    Path output = emptyFolder(Option.of("output", options.getOutput()));
    Telling telling =
        Option.of("progress", options.getProgress()).choice(List.of(Telling.values()));
    return new FilesSettings(
        input,
        rows,
        aggregation,
        arrival.value().map(path -> FieldPath.parse("--arrival", path)),
        TimeFormat.of(
            "--timestampFormat",
            Option.of("timestampFormat", options.getTimestampFormat()).value().orElse("millis")),
        DurationText.parse("--bound", options.getBound(), 0),
        output,
        report(Option.of("report", options.getReport()), output),
        telling == Telling.AUTO ? Optional.empty() : Optional.of(telling == Telling.ON));
  }

  private static Path emptyFolder(Option output) {
    String name = output.required("a folder for the results");
    try {
      Path folder = Path.of(name);
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw output.wrong("is a file", "Give the path of a folder");
      }
      if (Files.isDirectory(folder) && !isEmpty(folder)) {
        throw output.wrong("is not empty", "Remove what an earlier run left, or use another");
      }
      Path parent = folder.toAbsolutePath().getParent();
      if (!Files.isDirectory(folder) && !Files.isDirectory(parent)) {
        throw output.wrong("no folder " + parent, "Make it first");
      }
      if (!Files.isWritable(Files.isDirectory(folder) ? folder : parent)) {
        throw output.wrong("may not be written", "Choose another place");
      }
      return folder;
    } catch (InvalidPathException | IOException e) {
      throw output.wrong("not a folder that can be used", "Give the path of an empty one");
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static Path report(Option report, Path output) {
    try {
      Path file = report.value().map(Path::of).orElseGet(() -> output.resolve("report.html"));
      Path folder = file.toAbsolutePath().getParent();
      if (report.value().isPresent() && (Files.isDirectory(file) || !Files.isDirectory(folder))) {
        throw report.wrong("not a file in a folder that is there", "Give the path of a file");
      }
      return file;
    } catch (InvalidPathException e) {
      throw report.wrong("not a path", "Give the path of a file");
    }
  }
}
