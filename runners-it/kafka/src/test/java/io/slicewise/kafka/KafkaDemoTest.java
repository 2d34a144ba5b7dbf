package io.slicewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KafkaDemoTest {
  private static final Path README = Path.of("../../README.md");

  /** The block after the demo's command. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "^(mvn [^\\n]*-Pkafka-demo[^\\n]*)\\n```\\n.*?^```text\\n(.*?)^```",
          Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void demo_printsWhatTheReadmeShows() throws Exception {
    StringWriter printed = new StringWriter();
    KafkaDemo.run(new PrintWriter(printed, true));

    Matcher shown = SHOWN.matcher(Files.readString(README));
    assertThat(shown.find()).as("the README has the demo").isTrue();
    assertThat(withoutPorts(printed.toString())).isEqualTo(shown.group(2));
    assertThat(shown.group(1)).isEqualTo("mvn -B -q -Pkafka-demo -pl runners-it/kafka -am compile");
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<id>kafka-demo</id>", "-classpath %classpath " + KafkaDemo.class.getName());
  }

  /** Ports differ; the README has the usual ones. */
  private static String withoutPorts(String text) {
    return text.replaceAll("(--bootstrapServers=localhost):\\d+", "$1:9092")
        .replaceAll("(jdbc:postgresql://localhost):\\d+", "$1:5432");
  }
}
