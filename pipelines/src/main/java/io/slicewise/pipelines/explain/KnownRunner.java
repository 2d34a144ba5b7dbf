package io.slicewise.pipelines.explain;

import io.slicewise.beam.Capabilities;
import io.slicewise.beam.Capabilities.Limit;
import java.util.List;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.PipelineRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.options.StreamingOptions;
import org.apache.beam.sdk.values.PCollection.IsBounded;

/** Runners that can be asked about, on the class path or not. */
enum KnownRunner {
  /** Beam's own for small data. */
  DIRECT("DirectRunner", "DirectRunner") {
    @Override
    List<Limit> limits() {
      return limitsOf(DirectRunner.class);
    }
  },
  /** Flink. */
  FLINK("FlinkRunner", "FlinkRunner") {
    @Override
    List<Limit> limits() {
      return limitsOf(FlinkRunner.class);
    }
  },
  /** Spark. */
  SPARK("SparkRunner", "SparkRunner"),
  /** Dataflow. */
  DATAFLOW("DataflowRunner", "Dataflow"),
  /** Runners behind a job service. */
  PORTABLE("PortableRunner", "portable runners");

  private final String title;
  private final String word;

  KnownRunner(String title, String word) {
    this.title = title;
    this.word = word;
  }

  /**
   * What is known of it with an unbounded input: by its class where that is at hand, else the
   * limits that name it.
   */
  List<Limit> limits() {
    return Capabilities.limits().stream().filter(limit -> limit.where().contains(word)).toList();
  }

  private static List<Limit> limitsOf(Class<? extends PipelineRunner<?>> runner) {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(runner);
    options.as(StreamingOptions.class).setStreaming(true);
    return Capabilities.limitsOf(options, IsBounded.UNBOUNDED);
  }

  /** The name as Beam has it. */
  @Override
  public String toString() {
    return title;
  }
}
