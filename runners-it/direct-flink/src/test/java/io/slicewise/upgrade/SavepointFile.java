package io.slicewise.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A savepoint with the panes before it, as one file a tenth as large. */
final class SavepointFile {
  private static final String PANES = "panes-before.txt";

  private SavepointFile() {}

  static void write(Path savepoint, List<String> panesBefore, Path file) throws IOException {
    try (OutputStream bytes = Files.newOutputStream(file);
        ZipOutputStream out = new ZipOutputStream(bytes, StandardCharsets.UTF_8);
        Stream<Path> parts = Files.list(savepoint)) {
      for (Path part : parts.sorted().toList()) {
        write(part.getFileName().toString(), Files.readAllBytes(part), out);
      }
      write(PANES, String.join("\n", panesBefore).getBytes(StandardCharsets.UTF_8), out);
    }
  }

  private static void write(String name, byte[] content, ZipOutputStream out) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
  }

  /** Makes {@code directory} a savepoint again; returns the panes before it. */
  static List<String> unpack(Path file, Path directory) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        ZipInputStream in = new ZipInputStream(bytes, StandardCharsets.UTF_8)) {
      for (ZipEntry part = in.getNextEntry(); part != null; part = in.getNextEntry()) {
        Files.copy(in, directory.resolve(Path.of(part.getName()).getFileName()));
      }
    }
    return Files.readAllLines(directory.resolve(PANES), StandardCharsets.UTF_8);
  }
}
