package io.slicewise.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.coders.Coder;

/**
 * A text in {@code src/test/resources/golden} that running pipelines depend on: bytes that they
 * have stored, or names by which they find them. One directory for each format version: what a
 * version has written, later ones must read.
 *
 * <p>A file that exists is never written. One that is missing is, with {@code
 * -Dslicewise.golden=write}.
 */
public record GoldenFile(Path path) {
  private static final Path ROOT = Path.of("src/test/resources/golden");

  /** The directory of the format version that is written. */
  public static final String CURRENT = "format-2";

  /** The file {@code name} of the current format version. */
  public static GoldenFile current(String name) {
    return new GoldenFile(ROOT.resolve(CURRENT).resolve(name + ".txt"));
  }

  /** The file {@code name} that belongs to no format version. */
  public static GoldenFile ofAllVersions(String name) {
    return new GoldenFile(ROOT.resolve(name + ".txt"));
  }

  /** The files of all format versions. */
  public static List<GoldenFile> all() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(path -> path.toString().endsWith(".txt") && !path.getParent().equals(ROOT))
          .sorted()
          .map(GoldenFile::new)
          .toList();
    }
  }

  /** The name of the file, without its format version. */
  public String name() {
    return path.getFileName().toString().replaceFirst("\\.txt$", "");
  }

  /** Whether it is of the format version that is written. */
  public boolean isCurrent() {
    return path.getParent().endsWith(CURRENT);
  }

  /** Its lines. */
  public List<String> lines() throws IOException {
    return Files.readAllLines(path, StandardCharsets.UTF_8);
  }

  /** What is after {@code label} in the lines that start with it. */
  public List<String> lines(String label) throws IOException {
    return lines().stream()
        .filter(line -> line.startsWith(label + ": "))
        .map(line -> line.substring(label.length() + 2))
        .toList();
  }

  /**
   * Fails unless the file has exactly these lines.
   *
   * @param whatAChangeMeans for those who read that it has others
   */
  public void check(List<String> expected, String whatAChangeMeans) throws IOException {
    if (!Files.exists(path) && "write".equals(System.getProperty("slicewise.golden"))) {
      Files.createDirectories(path.getParent());
      Files.write(path, expected, StandardCharsets.UTF_8);
    }
    assertThat(path).as("%s is missing; -Dslicewise.golden=write writes it", path).isRegularFile();
    assertThat(expected).as("%s%n%s", path, whatAChangeMeans).isEqualTo(lines());
  }

  /** A coder by its class and those of its components. */
  public static String nameOf(Coder<?> coder) {
    List<String> components = new ArrayList<>();
    coder.getCoderArguments().forEach(component -> components.add(nameOf(component)));
    return coder.getClass().getName().replaceFirst(".*[.$]", "")
        + components.stream().collect(Collectors.joining(", ", "(", ")")).replace("()", "");
  }
}
