package io.slicewise.pipelines.dataflow.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The pipeline on this machine, by HTTP from Pub/Sub's API and into Beam's BigQuery. */
class TryPubsubToBigQueryTest {
  @Test
  void orders_becomeRowsAndDeadLetters() throws Exception {
    assertThat(output()).isEqualTo("");
  }

  private static String output(String... args) throws Exception {
    StringWriter out = new StringWriter();
    TryPubsubToBigQuery.run(new PrintWriter(out), args);
    return out.toString();
  }
}
