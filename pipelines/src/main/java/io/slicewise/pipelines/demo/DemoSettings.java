package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.demo.input.RowFields;
import io.slicewise.pipelines.demo.input.RowFormat;
import io.slicewise.pipelines.demo.input.RowReader;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.fields.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checked settings of a run.
 *
 * @param source where the rows come from
 * @param reader how they are read
 * @param aggregate what is computed
 * @param windows over which windows
 * @param files where the outcome goes
 * @param runner what runs the pipeline
 * @param flink how Flink runs it, if it does
 * @param pauseMillis real time before each event
 */
public record DemoSettings(
    RowSource source,
    RowReader reader,
    Aggregate aggregate,
    WindowSettings windows,
    OutputFiles files,
    LocalRunner runner,
    FlinkSettings flink,
    long pauseMillis) {
  private static final long MOST_WINDOWS_PER_EVENT = 10_000;

  /**
   * Checks options.
   *
   * @throws SettingException for the first that cannot be used
   */
  static DemoSettings of(DemoOptions options) {
    RowSource source =
        options
            .input
            .map(file -> RowSource.of("--input", path("--input", file).toString()))
            .orElseGet(RowSource::bundled);
    Aggregate aggregate = aggregate(options);
    RowFields fields =
        new RowFields(
            name("--key", options.key),
            name("--timestamp", options.timestamp),
            Optional.of(name("--arrival", options.arrival)).filter(field -> !field.equals("none")),
            aggregate.fields(),
            aggregate.needsFields());
    TimeFormat timeFormat = TimeFormat.of("--timestampFormat", options.timestampFormat);
    RowReader reader = new RowReader(source.toString(), format(options), fields, timeFormat);
    LocalRunner runner = LocalRunner.of("--runner", options.runner);
    return new DemoSettings(
        source,
        reader,
        aggregate,
        windows(options),
        files(options, source),
        runner,
        FlinkSettings.of(options.flink, runner),
        DurationText.parse("--pause", options.pause, 0));
  }

  /**
   * These settings; only counting, if no event has a number that the demo's own aggregate reads.
   */
  DemoSettings countingIfWithoutNumbers(List<Event> events) {
    boolean without = events.stream().allMatch(event -> event.numbers().isEmpty());
    return aggregate.kind() == Aggregate.Kind.EARTHQUAKES && without
        ? new DemoSettings(
            source, reader, Aggregate.count(), windows, files, runner, flink, pauseMillis)
        : this;
  }

  private static Aggregate aggregate(DemoOptions options) {
    if (options.aggregate.isEmpty() && options.value.isEmpty()) {
      return Aggregate.earthquakes();
    }
    Aggregate.Kind kind =
        options.aggregate.isEmpty()
            ? Aggregate.Kind.SUM
            : choice(
                "--aggregate",
                options.aggregate.get(),
                List.of(
                    Aggregate.Kind.COUNT,
                    Aggregate.Kind.SUM,
                    Aggregate.Kind.MIN,
                    Aggregate.Kind.MAX,
                    Aggregate.Kind.MEAN));
    if (kind == Aggregate.Kind.COUNT && options.value.isPresent()) {
      throw new SettingException(
          String.format(
              "--value=%s: --aggregate=count reads no field. Leave --value out, or use sum, min, max"
                  + " or mean.",
              options.value.get()));
    }
    return kind == Aggregate.Kind.COUNT
        ? Aggregate.count()
        : new Aggregate(kind, name("--value", options.value.orElse("mag")));
  }

  private static RowFormat format(DemoOptions options) {
    if (options.format.isPresent()) {
      return choice("--format", options.format.get(), List.of(RowFormat.values()));
    }
    String input = options.input.orElse("").toLowerCase(Locale.ROOT);
    return input.endsWith(".csv") ? RowFormat.CSV : RowFormat.JSONL;
  }

  private static WindowSettings windows(DemoOptions options) {
    WindowSettings windows =
        new WindowSettings(
            DurationText.parse("--size", options.size, 1),
            DurationText.parse("--period", options.period, 1),
            DurationText.parse("--lateness", options.lateness, 0),
            DurationText.parse("--bound", options.bound, 0));
    long perEvent = (windows.sizeMillis() - 1) / windows.periodMillis() + 1;
    if (perEvent > MOST_WINDOWS_PER_EVENT) {
      throw new SettingException(
          String.format(
              "--period=%s: puts each event into %d windows of --size=%s, and the demo writes a"
                  + " pane for each; at most %d. Use a longer period or a shorter size.",
              options.period, perEvent, options.size, MOST_WINDOWS_PER_EVENT));
    }
    return windows;
  }

  private static OutputFiles files(DemoOptions options, RowSource source) {
    OutputFiles files =
        new OutputFiles(writable("--output", options.output), writable("--report", options.report));
    for (Path beside : new Path[] {files.late(), files.deadLetters()}) {
      requireWritable("--output=" + options.output + ": " + beside, beside);
    }
    for (Path panes : new Path[] {files.panes(), files.late(), files.deadLetters()}) {
      if (same(panes, files.report())) {
        throw new SettingException(
            String.format(
                "--report=%s: is written by --output=%s too. Give it another name.",
                options.report, options.output));
      }
    }
    if (source.file().isPresent()) {
      Path input = source.file().get();
      if (same(input, files.report())) {
        throw new SettingException(
            String.format(
                "--report=%s: would overwrite the input. Give another name.", options.report));
      }
      for (Path panes : new Path[] {files.panes(), files.late(), files.deadLetters()}) {
        if (same(input, panes)) {
          throw new SettingException(
              String.format(
                  "--output=%s: would overwrite the input. Give another name.", options.output));
        }
      }
    }
    return files;
  }

  private static Path writable(String option, String name) {
    Path file = path(option, name);
    requireWritable(option + "=" + name, file);
    return file;
  }

  /** Before anything is read; the subject of a message is an option or what follows from it. */
  private static void requireWritable(String subject, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || file.getFileName() == null) {
      throw new SettingException(subject + ": is a folder. Give the path of a file.");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new SettingException(
          String.format("%s: no folder %s. Make it first.", subject, folder));
    }
    if (Files.isSymbolicLink(file) && !Files.exists(file)) {
      throw new SettingException(
          subject + ": is a link to a file that is not there. Remove it or give another name.");
    }
    if (Files.exists(file) ? !Files.isWritable(file) : !Files.isWritable(folder)) {
      throw new SettingException(subject + ": may not be written. Choose another place.");
    }
  }

  private static boolean same(Path one, Path other) {
    return real(one).equals(real(other));
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  private static Path path(String option, String name) {
    try {
      return Path.of(name(option, name));
    } catch (InvalidPathException e) {
      throw new SettingException(
          String.format("%s=%s: not a path. Give the path of a file.", option, name));
    }
  }

  private static String name(String option, String name) {
    if (name.isBlank()) {
      throw new SettingException(
          String.format("%s: is empty. Give a name or leave the option out.", option));
    }
    return name;
  }

  private static <E extends Enum<E>> E choice(String option, String name, List<E> choices) {
    for (E choice : choices) {
      if (choice.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return choice;
      }
    }
    throw new SettingException(
        String.format(
            "%s=%s: unknown. Use one of: %s.",
            option,
            name,
            choices.stream()
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "))));
  }
}
