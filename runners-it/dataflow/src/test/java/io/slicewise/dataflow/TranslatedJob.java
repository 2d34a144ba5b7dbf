package io.slicewise.dataflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.runners.dataflow.DataflowRunner;
import org.apache.beam.runners.dataflow.options.DataflowPipelineOptions;
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
record TranslatedJob(JsonNode job, RunnerApi.Pipeline pipeline) {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /**
   * Translates what {@code steps} make of numbers with keys.
   *
   * @param directory for files; deleted by the caller
   */
  static TranslatedJob of(
      DataflowMode mode, Path directory, Consumer<PCollection<KV<String, Long>>> steps)
      throws IOException {
    String jobName = "job-" + COUNT.incrementAndGet();
    Path template = directory.resolve(jobName + ".json");
    DataflowPipelineOptions options = offlineOptions(jobName, template);
    options.setFilesToStage(List.of(Files.createTempFile(directory, "class-path", "").toString()));
    mode.applyTo(options);
    Pipeline pipeline = Pipeline.create(options);
    steps.accept(
        pipeline
            .apply("Numbers", mode.numbers())
            .apply(
                "Keys",
                WithKeys.<String, Long>of(number -> "key " + number % 4)
                    .withKeyType(TypeDescriptors.strings())));
    pipeline.run();
    return new TranslatedJob(
        new ObjectMapper().readTree(template.toFile()),
        RunnerApi.Pipeline.parseFrom(CapturingStager.takePipeline(jobName)));
  }

  private static DataflowPipelineOptions offlineOptions(String jobName, Path template) {
    DataflowPipelineOptions options = PipelineOptionsFactory.as(DataflowPipelineOptions.class);
    options.setRunner(DataflowRunner.class);
    options.setJobName(jobName);
    options.setProject("slicewise-offline");
    options.setRegion("us-central1");
    options.setTempLocation(CapturingStager.BUCKET + "/temp");
    options.setGcpTempLocation(CapturingStager.BUCKET + "/temp");
    options.setStagingLocation(CapturingStager.BUCKET + "/staging");
    options.setCredentialFactoryClass(NoopCredentialFactory.class);
    options.setPathValidatorClass(NoopPathValidator.class);
    options.setStagerClass(CapturingStager.class);
    options.setTemplateLocation(template.toString());
    return options;
  }

  String jobType() {
    return job.at("/environment/version/job_type").asText();
  }
}
