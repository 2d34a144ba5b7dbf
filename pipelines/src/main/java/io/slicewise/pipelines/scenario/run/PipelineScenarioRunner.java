package io.slicewise.pipelines.scenario.run;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.joda.time.Duration;

/**
 * Runs scenarios as pipelines, in this process: the events, {@link SlicedWindowAggregate}, and
 * steps that note down everything that comes out. Restarts are what {@link PipelineExecution} makes
 * of them: runs at once have none.
 */
public final class PipelineScenarioRunner implements ScenarioRunner {
  /** A pipeline takes seconds, or a minute on a machine that is busy; so long, and it is stuck. */
  private static final Duration PATIENCE = Duration.standardMinutes(5);

  private final EmbeddedRunner runner;
  private final PipelineExecution execution;

  /** Scenarios on {@code runner}, each pipeline at once. */
  public PipelineScenarioRunner(EmbeddedRunner runner) {
    this(runner, PipelineScenarioRunner::runAtOnce);
  }

  /** Scenarios on {@code runner}, each pipeline by {@code execution}. */
  public PipelineScenarioRunner(EmbeddedRunner runner, PipelineExecution execution) {
    this.runner = runner;
    this.execution = execution;
  }

  /** Scenarios on Beam's DirectRunner. */
  public static PipelineScenarioRunner onDirectRunner() {
    return new PipelineScenarioRunner(DirectScenarios.streaming("DirectRunner"));
  }

  /** Scenarios on Flink, streaming, on a cluster of one slot inside this process. */
  public static PipelineScenarioRunner onFlinkRunner() {
    return new PipelineScenarioRunner(FlinkScenarios.streaming("FlinkRunner", options -> {}));
  }

  @Override
  public String name() {
    return runner.name();
  }

  @Override
  public void run(List<Scenario> scenarios, Consumer<ScenarioResult> results) {
    int size = runner.scenariosPerPipeline();
    for (int from = 0; from < scenarios.size(); from += size) {
      List<Scenario> batch = scenarios.subList(from, Math.min(from + size, scenarios.size()));
      runBatch(batch).forEach(results);
    }
  }

  private List<ScenarioResult> runBatch(List<Scenario> batch) {
    Map<Integer, Scenario> runnable = new LinkedHashMap<>();
    ScenarioResult[] results = new ScenarioResult[batch.size()];
    for (int i = 0; i < results.length; i++) {
      List<String> limits = limitsOf(batch.get(i));
      if (limits.isEmpty()) {
        runnable.put(i, batch.get(i));
      } else {
        results[i] = ScenarioResult.unsupported(batch.get(i), name(), limits);
      }
    }
    List<ScenarioResult> ran = runTogether(List.copyOf(runnable.values()));
    int next = 0;
    for (int i : runnable.keySet()) {
      results[i] = ran.get(next++);
    }
    return List.of(results);
  }

  private List<String> limitsOf(Scenario scenario) {
    List<String> limits = new ArrayList<>(Limits.ofPipelines(scenario));
    limits.addAll(runner.limits().apply(scenario));
    return limits;
  }

  /**
   * Runs scenarios in one pipeline; if it fails, each in its own, to see whose fault it was. One
   * that is stuck is not tried again, as the runner may be what is at fault.
   */
  private List<ScenarioResult> runTogether(List<Scenario> scenarios) {
    if (scenarios.isEmpty()) {
      return List.of();
    }
    try {
      return runPipeline(scenarios);
    } catch (StuckPipelineException e) {
      return scenarios.stream().map(it -> ScenarioResult.error(it, name(), e)).toList();
    } catch (RuntimeException e) {
      return scenarios.size() == 1
          ? List.of(ScenarioResult.error(scenarios.get(0), name(), e))
          : scenarios.stream().map(this::run).toList();
    }
  }

  private List<ScenarioResult> runPipeline(List<Scenario> scenarios) {
    List<ScenarioSteps> steps = new ArrayList<>();
    try {
      for (Scenario scenario : scenarios) {
        steps.add(ScenarioSteps.open(scenario, "Scenario " + steps.size()));
      }
      List<PipelineResult> runs = execution.run(() -> pipelineOf(steps));
      return steps.stream()
          .map(step -> ScenarioResult.of(step.scenario(), name(), step.outputOf(runs)))
          .toList();
    } finally {
      steps.forEach(ScenarioSteps::close);
    }
  }

  private Pipeline pipelineOf(List<ScenarioSteps> steps) {
    Pipeline pipeline = Pipeline.create(runner.newOptions().get());
    steps.forEach(step -> step.addTo(pipeline, runner.input()));
    return pipeline;
  }

  private static List<PipelineResult> runAtOnce(Supplier<Pipeline> pipeline) {
    PipelineResult result = pipeline.get().run();
    awaitEnd(result);
    return List.of(result);
  }

  private static void awaitEnd(PipelineResult result) {
    PipelineResult.State state = result.waitUntilFinish(PATIENCE);
    if (state == null) {
      cancel(result);
      throw new StuckPipelineException();
    }
    if (state != PipelineResult.State.DONE) {
      throw new IllegalStateException("The pipeline must end as DONE but was " + state + ".");
    }
  }

  private static void cancel(PipelineResult result) {
    try {
      result.cancel();
    } catch (IOException e) {
      throw new UncheckedIOException("The pipeline cannot be cancelled", e);
    }
  }

  private static final class StuckPipelineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StuckPipelineException() {
      super(
          "The pipeline must end within "
              + PATIENCE.getStandardMinutes()
              + " min but was still running.");
    }
  }
}
