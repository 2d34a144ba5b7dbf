package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.dataflow.DataflowMode;
import io.slicewise.dataflow.NoNetwork;
import io.slicewise.dataflow.TranslatedJob;
import io.slicewise.pipelines.run.RunnablePipeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The classic templates, staged as {@code --templateLocation} does, without a network. What is
 * chosen at launch is not given. A job that runs can be updated as long as the steps stay.
 */
class StagingTest {
  private static final NoNetwork NETWORK = NoNetwork.install();
  private static final String[] PUBSUB = {
    "--timestampAttribute=event_time",
    "--idAttribute=order_id",
    "--key=customer.id",
    "--aggregates=count,sum:amount",
    "--windows=sliding",
    "--size=24h,1h",
    "--period=1m",
    "--lateness=1h"
  };
  private static final String[] FILES = {
    "--key=customer.id",
    "--timestamp=time",
    "--timestampFormat=iso",
    "--aggregates=count,sum:amount",
    "--windows=sliding",
    "--size=24h",
    "--period=1m"
  };

  @TempDir private static Path directory;

  @AfterAll
  static void nothingIsAskedOfAnyServer() {
    NETWORK.close();
    assertThat(NETWORK.attempts()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STREAMING", "STREAMING_ENGINE", "RUNNER_V2_STREAMING"})
  void pubsubToBigQuery(DataflowMode mode) throws IOException {
    TranslatedJob job = staged(new PubsubToBigQuery(), mode, PUBSUB);
    assertThat(job.jobType()).isEqualTo(mode.jobType());
    assertSteps("pubsub-to-bigquery", mode, job);
  }

  @ParameterizedTest
  @EnumSource(names = {"BATCH", "RUNNER_V2_BATCH"})
  void filesToBigQuery(DataflowMode mode) throws IOException {
    TranslatedJob job = staged(new FilesToBigQuery(), mode, FILES);
    assertThat(job.jobType()).isEqualTo(mode.jobType());
    assertSteps("files-to-bigquery", mode, job);
  }

  /** There is no batch form of a subscription: the runner makes a streaming job of it. */
  @Test
  void pubsubInBatch_isStreaming() throws IOException {
    TranslatedJob job = staged(new PubsubToBigQuery(), DataflowMode.BATCH, PUBSUB);
    assertThat(job.jobType()).isEqualTo(DataflowMode.STREAMING.jobType());
  }

  @Test
  void subscriptionAndTopic_areReadAtLaunch() throws IOException {
    JsonNode steps =
        staged(new PubsubToBigQuery(), DataflowMode.STREAMING, PUBSUB).job().get("steps");
    assertThat(values(steps, "pubsub_subscription_runtime_override"))
        .containsExactly("subscription");
    assertThat(values(steps, "pubsub_topic_runtime_override")).containsExactly("deadLetterTopic");
    assertThat(values(steps, "pubsub_timestamp_label")).containsExactly("event_time", "event_time");
    assertThat(values(steps, "pubsub_id_label")).containsExactly("order_id");
  }

  private static List<String> values(JsonNode steps, String property) {
    return steps.findValues(property).stream().map(value -> value.path("value").asText()).toList();
  }

  private static TranslatedJob staged(
      RunnablePipeline pipeline, DataflowMode mode, String... options) throws IOException {
    return TranslatedJob.staged(
        mode,
        directory,
        arguments -> {
          String[] args =
              Stream.concat(Stream.of(arguments), Stream.of(options)).toArray(String[]::new);
          PrintWriter err = new PrintWriter(System.err, true);
          // A program that waited for its result would fail here: a template has none.
          assertThat(Main.start(pipeline, args, err, err)).isZero();
        });
  }

  private static void assertSteps(String name, DataflowMode mode, TranslatedJob job)
      throws IOException {
    Path golden = Path.of("src/test/resources/steps", name + "." + mode + ".txt");
    List<String> steps = StepList.of(job, mode.usesFnApi());
    if (Boolean.getBoolean("slicewise.templates.write")) {
      Files.createDirectories(golden.getParent());
      Files.write(golden, steps);
    }
    assertThat(steps).isEqualTo(Files.readAllLines(golden));
  }
}
