package io.slicewise.dataflow;

import com.google.api.services.dataflow.model.DataflowPackage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.runners.dataflow.options.DataflowPipelineOptions;
import org.apache.beam.runners.dataflow.util.PackageUtil.StagedFile;
import org.apache.beam.runners.dataflow.util.Stager;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Keeps what the runner would upload. The runner makes it by its class, so only the name of the job
 * tells whose bytes they are.
 */
public final class CapturingStager implements Stager {
  static final String BUCKET = "gs://slicewise-offline";
  private static final Map<String, byte[]> PIPELINES = new ConcurrentHashMap<>();

  private final String jobName;

  private CapturingStager(String jobName) {
    this.jobName = jobName;
  }

  /** What the runner calls. */
  public static CapturingStager fromOptions(PipelineOptions options) {
    return new CapturingStager(options.as(DataflowPipelineOptions.class).getJobName());
  }

  /** The pipeline that was staged for a job; it is forgotten then. */
  static byte[] takePipeline(String jobName) {
    return PIPELINES.remove(jobName);
  }

  @Override
  public List<DataflowPackage> stageFiles(List<StagedFile> files) {
    return files.stream().map(file -> stagedAs(file.getDestination())).toList();
  }

  @Override
  public DataflowPackage stageToFile(byte[] bytes, String baseName) {
    if (!baseName.equals("pipeline.pb")) {
      throw new IllegalStateException("Only pipeline.pb may be staged but " + baseName + " is.");
    }
    PIPELINES.put(jobName, bytes);
    return stagedAs(baseName);
  }

  private static DataflowPackage stagedAs(String name) {
    return new DataflowPackage().setName(name).setLocation(BUCKET + "/staging/" + name);
  }
}
