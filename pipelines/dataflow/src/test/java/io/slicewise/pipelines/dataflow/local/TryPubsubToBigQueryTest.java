package io.slicewise.pipelines.dataflow.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pipeline on this machine, by HTTP from Pub/Sub's API and into Beam's BigQuery. */
class TryPubsubToBigQueryTest {
  private static final Pattern README_BLOCK =
      Pattern.compile(
          "java -cp pipelines/dataflow/target/slicewise-dataflow\\.jar (\\S+)\n```\n\n```text\n(.*?)```",
          Pattern.DOTALL);

  @Test
  void output_isThatOfTheReadme() throws Exception {
    Matcher readme = README_BLOCK.matcher(Files.readString(Path.of("../../README.md")));
    assertThat(readme.find()).isTrue();
    assertThat(readme.group(1)).isEqualTo(TryPubsubToBigQuery.class.getName());
    assertThat(output()).isEqualTo(readme.group(2));
  }

  @Test
  void arguments_takeThePlaceOfTheSampleOptions() throws Exception {
    assertThat(
            output(
                "--table=slicewise-local:shop.hourly",
                "--windows=fixed",
                "--size=1h",
                "--period=",
                "--aggregates=count"))
        .contains("ada  2026-11-30 09:00:00  2026-11-30 10:00:00     0  ON_TIME  true         3\n")
        .contains("bob  2026-11-30 09:00:00  2026-11-30 10:00:00     0  ON_TIME  true         3\n");
  }

  private static String output(String... args) throws Exception {
    StringWriter out = new StringWriter();
    TryPubsubToBigQuery.run(new PrintWriter(out), args);
    return out.toString().replace(System.lineSeparator(), "\n");
  }
}
