package io.slicewise.pipelines.files;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.Option;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files to read.
 *
 * @param files at least one, in the order of their names
 * @param format of all of them
 */
record InputFiles(List<Path> files, InputFormat format) {
  private static final String PATTERN_SIGNS = "*?[{";

  /**
   * Finds them.
   *
   * @throws SettingException if there are none, or they differ in format
   */
  static InputFiles of(Option input, Option format) {
    String text = input.required("a file, or a pattern such as data/*.csv");
    List<Path> files = files(input, text);
    if (files.isEmpty()) {
      throw input.wrong("no such file", "Give the path of a file, or a pattern that finds some");
    }
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw input.wrong(file + " may not be read", "Change its permissions");
      }
    }
    if (format.value().isPresent()) {
      return new InputFiles(files, format.choice(List.of(InputFormat.values())));
    }
    Set<InputFormat> formats = files.stream().map(InputFormat::of).collect(Collectors.toSet());
    if (formats.size() > 1) {
      throw input.wrong(
          "finds files with different endings",
          "Read those of one format at a time, or name it with --inputFormat");
    }
    return new InputFiles(files, formats.iterator().next());
  }

  private static List<Path> files(Option input, String text) {
    try {
      int sign = firstSign(text);
      if (sign < 0) {
        Path file = Path.of(text);
        if (Files.isDirectory(file)) {
          throw input.wrong("is a folder", "Give a pattern, such as " + text + "/*");
        }
        return Files.exists(file) ? List.of(file) : List.of();
      }
      int slash = text.lastIndexOf('/', sign);
      Path folder = Path.of(slash < 0 ? "." : text.substring(0, slash + 1));
      PathMatcher matcher =
          FileSystems.getDefault().getPathMatcher("glob:" + text.substring(slash + 1));
      return matching(folder, matcher);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw input.wrong("not a path or pattern", "Give for example data/*.csv");
    } catch (IOException e) {
      throw input.wrong("cannot be listed: " + e, "Check the folder");
    }
  }

  private static int firstSign(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (PATTERN_SIGNS.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static List<Path> matching(Path folder, PathMatcher matcher) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> matcher.matches(folder.relativize(file)))
          .sorted()
          .toList();
    }
  }
}
