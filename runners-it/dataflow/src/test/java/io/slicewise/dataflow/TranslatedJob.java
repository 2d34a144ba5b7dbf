package io.slicewise.dataflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory;
import org.apache.beam.sdk.extensions.gcp.storage.NoopPathValidator;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * What {@code DataflowRunner} makes of a pipeline, instead of sending it.
 *
 * @param job the request that creates the job
 * @param pipeline the pipeline that workers are given
 */
public record TranslatedJob(JsonNode job, RunnerApi.Pipeline pipeline) {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /**
   * Translates what {@code steps} make of numbers with keys.
   *
   * @param directory for files; deleted by the caller
   */
  static TranslatedJob of(
      DataflowMode mode, Path directory, Consumer<PCollection<KV<String, Long>>> steps)
      throws IOException {
    return staged(
        mode,
        directory,
        arguments -> {
          Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.fromArgs(arguments).create());
          steps.accept(
              pipeline
                  .apply("Numbers", mode.numbers())
                  .apply(
                      "Keys",
                      WithKeys.<String, Long>of(number -> "key " + number % 4)
                          .withKeyType(TypeDescriptors.strings())));
          pipeline.run();
        });
  }

  /**
   * Translates the pipeline that a program runs.
   *
   * @param directory for files; deleted by the caller
   * @param main the program, which is given options as arguments
   */
  public static TranslatedJob staged(DataflowMode mode, Path directory, Program main)
      throws IOException {
    String jobName = "job-" + COUNT.incrementAndGet();
    Path template = directory.resolve(jobName + ".json");
    List<String> arguments = new ArrayList<>(mode.arguments());
    arguments.addAll(
        List.of(
            "--runner=DataflowRunner",
            "--jobName=" + jobName,
            "--project=slicewise-offline",
            "--region=us-central1",
            "--tempLocation=" + CapturingStager.BUCKET + "/temp",
            "--gcpTempLocation=" + CapturingStager.BUCKET + "/temp",
            "--stagingLocation=" + CapturingStager.BUCKET + "/staging",
            "--credentialFactoryClass=" + NoopCredentialFactory.class.getName(),
            "--pathValidatorClass=" + NoopPathValidator.class.getName(),
            "--stagerClass=" + CapturingStager.class.getName(),
            "--filesToStage=" + Files.createTempFile(directory, "class-path", ""),
            "--templateLocation=" + template));
    try {
      main.run(arguments.toArray(new String[0]));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return new TranslatedJob(
        new ObjectMapper().readTree(template.toFile()),
        RunnerApi.Pipeline.parseFrom(CapturingStager.takePipeline(jobName)));
  }

  /** A program, by its main method. */
  @FunctionalInterface
  public interface Program {
    /** Runs it with arguments. */
    void run(String[] arguments) throws Exception;
  }

  /** What kind of job it is, as Dataflow calls it. */
  public String jobType() {
    return job.at("/environment/version/job_type").asText();
  }
}
