package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the rows come from.
 *
 * @param file a file, or absent for the rows that come with the program
 */
public record RowSource(Optional<Path> file) {
  /** The input is read into memory. */
  private static final long MOST_BYTES = 256L << 20;

  private static final String BUNDLED = "earthquakes.jsonl";

  static RowSource bundled() {
    return new RowSource(Optional.empty());
  }

  static RowSource of(String option, String name) {
    Path file = Path.of(name);
    if (!Files.exists(file)) {
      throw new SettingException(
          String.format("%s=%s: no such file. Give the path of a file.", option, name));
    }
    if (Files.isDirectory(file)) {
      throw new SettingException(
          String.format("%s=%s: is a folder. Give the path of a file.", option, name));
    }
    if (!Files.isReadable(file)) {
      throw new SettingException(
          String.format("%s=%s: may not be read. Change its permissions.", option, name));
    }
    if (file.toFile().length() > MOST_BYTES) {
      throw new SettingException(
          String.format(
              "%s=%s: has %d MiB, and the demo takes %d MiB at most, as it sorts the rows in memory."
                  + " Give a part of it.",
              option, name, file.toFile().length() >> 20, MOST_BYTES >> 20));
    }
    return new RowSource(Optional.of(file));
  }

  byte[] read() throws IOException {
    if (file.isPresent()) {
      return Files.readAllBytes(file.get());
    }
    try (InputStream in = RowSource.class.getResourceAsStream(BUNDLED)) {
      if (in == null) {
        throw new IOException(BUNDLED + " is missing from this program");
      }
      return in.readAllBytes();
    }
  }

  /** A name for messages and titles. */
  @Override
  public String toString() {
    return file.map(path -> String.valueOf(path.getFileName())).orElse(BUNDLED);
  }
}
