package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.demo.input.ReadRows;
import io.slicewise.pipelines.demo.panes.JsonLines;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.panes.PartsFolder;
import io.slicewise.pipelines.demo.panes.WriteLateEvents;
import io.slicewise.pipelines.demo.panes.WritePanes;
import io.slicewise.pipelines.demo.replay.ReplayOptions;
import io.slicewise.pipelines.demo.replay.ReplaySource;
import io.slicewise.pipelines.demo.replay.WatermarkEdges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** Runs the pipeline over rows and writes the files of JSON lines. */
final class DemoRun {
  private static final int MOST_EVENTS_ONE_BY_ONE = 5_000;

  private DemoRun() {}

  /** Replays the rows on the runner of the settings, to the end, and gathers what came out. */
  static Outcome run(DemoSettings settings, ReadRows rows) throws IOException {
    if (settings.flink().cluster().isPresent()) {
      settings.flink().cluster().get().requireReachable("--flinkMaster");
    }
    try (RunFolder folder = RunFolder.open(settings.flink(), rows.events())) {
      PipelineOptions options = settings.runner().options(settings.flink());
      options.as(ReplayOptions.class).setReplayPauseMillis(settings.pauseMillis());
      Pipeline pipeline = Pipeline.create(options);
      ReplaySource replay =
          ReplaySource.of(folder.events(), settings.windows().boundMillis(), edges(settings, rows));
      DemoPipeline.build(
          pipeline,
          settings.runner().suit(replay),
          settings.windows(),
          settings.aggregate(),
          new PartsFolder(folder.path(), settings.runner().repeats()));
      PipelineResult.State state = result(settings, pipeline);
      if (state != PipelineResult.State.DONE) {
        throw new IllegalStateException(
            "the pipeline on " + settings.runner() + " ended as " + state + ", not DONE");
      }
      return new Outcome(
          rows, WritePanes.gather(folder.path()), WriteLateEvents.gather(folder.path()));
    }
  }

  /** Runs to the end; a failure names what was at its root. */
  private static PipelineResult.State result(DemoSettings settings, Pipeline pipeline) {
    try {
      return pipeline.run().waitUntilFinish();
    } catch (RuntimeException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      throw new IllegalStateException(
          "the pipeline on " + settings.runner() + " failed: " + root, e);
    }
  }

  /**
   * Few events are replayed with every watermark between them. Among many, only those watermarks
   * are waited for that end or expire a window: the panes are the same, and the wait is shorter.
   */
  private static WatermarkEdges edges(DemoSettings settings, ReadRows rows) {
    WindowSettings windows = settings.windows();
    return rows.events().size() <= MOST_EVENTS_ONE_BY_ONE
        ? WatermarkEdges.everywhere()
        : WatermarkEdges.ofWindows(
            windows.sizeMillis(), windows.periodMillis(), windows.latenessMillis());
  }

  /** Writes panes and late events. */
  static void write(OutputFiles files, Outcome outcome) throws IOException {
    JsonLines.write(files.panes(), outcome.panes());
    JsonLines.write(files.late(), outcome.late());
  }

  /**
   * Writes the rows that could not be read; without any, nothing is left from an earlier run. Only
   * a plain file is deleted: a link or a device is somebody's choice.
   */
  static void writeDeadLetters(OutputFiles files, ReadRows rows) throws IOException {
    boolean plain = Files.isRegularFile(files.deadLetters(), LinkOption.NOFOLLOW_LINKS);
    if (rows.deadLetters().isEmpty() && plain) {
      Files.delete(files.deadLetters());
    } else if (!rows.deadLetters().isEmpty() || Files.exists(files.deadLetters())) {
      JsonLines.write(files.deadLetters(), rows.deadLetters());
    }
  }
}
