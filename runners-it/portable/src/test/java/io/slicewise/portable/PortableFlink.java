package io.slicewise.portable;

import io.slicewise.conformance.DeclaredLimits;
import io.slicewise.pipelines.scenario.run.EmbeddedRunner;
import io.slicewise.pipelines.scenario.run.TestStreamInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.beam.runners.flink.FlinkJobServerDriver;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.portability.PortableRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.options.PortablePipelineOptions;

/**
 * Flink as a portable runner, all in this process: the job server, a cluster of one slot, and the
 * SDK's harness, which executes each {@code DoFn}.
 */
final class PortableFlink implements AutoCloseable {
  /** Several scenarios per pipeline: starting a job takes far longer than running one. */
  private static final int STREAMS_PER_PIPELINE = 16;

  /**
   * Where many bounded stages begin at once, answers of the harness are lost now and then: some of
   * Flink's tasks wait for the end of their bundle for ever, while the harness has nothing to do.
   */
  private static final int BOUNDED_PER_PIPELINE = 1;

  private final FlinkJobServerDriver jobServer;
  private final String endpoint;
  private final Path toStage;

  private PortableFlink(FlinkJobServerDriver jobServer, String endpoint, Path toStage) {
    this.jobServer = jobServer;
    this.endpoint = endpoint;
    this.toStage = toStage;
  }

  /**
   * Starts the job server on ports that are free.
   *
   * @param directory for what is staged
   */
  static PortableFlink start(Path directory) throws IOException {
    FlinkJobServerDriver jobServer =
        FlinkJobServerDriver.fromParams(
            new String[] {
              "--job-port=0",
              "--artifact-port=0",
              "--expansion-port=0",
              "--flink-master=[local]",
              "--artifacts-dir=" + Files.createDirectory(directory.resolve("artifacts"))
            });
    // The harness shares the class path of this process, but something must be staged.
    Path toStage = Files.createFile(directory.resolve("nothing"));
    return new PortableFlink(jobServer, jobServer.start(), toStage);
  }

  /** Scenarios as streams. */
  EmbeddedRunner streaming() {
    return new EmbeddedRunner(
        "portable Flink",
        STREAMS_PER_PIPELINE,
        () -> options(true),
        new TestStreamInput(Optional.empty()),
        DeclaredLimits::ofFlink);
  }

  /** Scenarios as bounded inputs. */
  EmbeddedRunner batch() {
    return new EmbeddedRunner(
        "portable Flink in batch mode",
        BOUNDED_PER_PIPELINE,
        () -> options(false),
        new ImpulseInput(),
        DeclaredLimits::ofFlink);
  }

  private PipelineOptions options(boolean streaming) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(PortableRunner.class);
    options.setFlinkMaster("[local]");
    options.setStreaming(streaming);
    options.setParallelism(1);
    options.setMaxBundleSize(1L);
    options.setFilesToStage(List.of(toStage.toString()));
    PortablePipelineOptions portable = options.as(PortablePipelineOptions.class);
    portable.setJobEndpoint(endpoint);
    portable.setDefaultEnvironmentType("EMBEDDED");
    return options;
  }

  @Override
  public void close() {
    jobServer.stop();
  }
}
