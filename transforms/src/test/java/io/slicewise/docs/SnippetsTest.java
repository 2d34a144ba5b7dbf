package io.slicewise.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the Markdown files against the project: snippets are run, links lead somewhere. */
class SnippetsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s#]*)(#[^)\\s]*)?\\)");

  static List<Path> markdownFiles() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> files = new ArrayList<>(docs.filter(f -> f.toString().endsWith(".md")).toList());
      files.add(ROOT.resolve("README.md"));
      files.add(ROOT.resolve("CHANGELOG.md"));
      return files;
    }
  }

  @ParameterizedTest
  @MethodSource("markdownFiles")
  void javaSnippets_areRunByExamplesTest(Path file) throws IOException {
    String examples = compact(examples());
    Matcher blocks = JAVA_BLOCK.matcher(Files.readString(file));
    while (blocks.find()) {
      assertThat(examples).contains(compact(blocks.group(1)));
    }
  }

  private static String examples() throws IOException {
    Path tests = Path.of("src/test/java/io/slicewise/docs").toAbsolutePath();
    return Files.readString(tests.resolve("ExamplesTest.java"))
        + Files.readString(tests.resolve("BadRecordExamplesTest.java"))
        + Files.readString(tests.resolve("EmissionExamplesTest.java"))
        + Files.readString(tests.resolve("InverseExamplesTest.java"))
        + Files.readString(tests.resolve("ShuffleExamplesTest.java"));
  }

  @ParameterizedTest
  @MethodSource("markdownFiles")
  void relativeLinks_leadToFilesAndHeadings(Path file) throws IOException {
    Matcher links = LINK.matcher(Files.readString(file));
    while (links.find()) {
      String target = links.group(1);
      if (target.startsWith("http")) {
        continue;
      }
      Path linked = target.isEmpty() ? file : file.resolveSibling(target).normalize();
      assertThat(linked).exists();
      if (links.group(2) != null) {
        assertThat(headingsOf(linked)).contains(links.group(2).substring(1));
      }
    }
  }

  @Test
  void snippetsAreFound() throws IOException {
    assertThat(JAVA_BLOCK.matcher(Files.readString(ROOT.resolve("README.md"))).find()).isTrue();
    assertThat(JAVA_BLOCK.matcher(Files.readString(ROOT.resolve("docs/migration.md"))).find())
        .isTrue();
  }

  private static List<String> headingsOf(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .toList();
  }

  private static String compact(String code) {
    return code.replaceAll("\\s+", "");
  }
}
