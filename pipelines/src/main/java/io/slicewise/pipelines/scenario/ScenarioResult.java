package io.slicewise.pipelines.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What became of a scenario.
 *
 * @param scenario the scenario
 * @param status whether what came out is what was expected
 * @param runner which runner ran it
 * @param output what came out
 * @param differences what differs from the expectation, or why there is no output; empty for a
 *     match
 */
public record ScenarioResult(
    Scenario scenario,
    Status status,
    String runner,
    ScenarioOutput output,
    List<String> differences) {

  /** Whether what came out is what was expected. */
  public enum Status {
    /** It is. */
    MATCH,
    /** It is not. */
    MISMATCH,
    /** The runner cannot run the scenario. */
    UNSUPPORTED,
    /** Running it failed. */
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Copies the list. */
  public ScenarioResult {
    differences = List.copyOf(differences);
  }

  /** The result of a run that gave {@code output}. */
  public static ScenarioResult of(Scenario scenario, String runner, ScenarioOutput output) {
    List<String> differences = ScenarioComparison.differences(scenario, output);
    Status status = differences.isEmpty() ? Status.MATCH : Status.MISMATCH;
    return new ScenarioResult(scenario, status, runner, output, differences);
  }

  /** The result for a scenario that the runner cannot run, for these reasons. */
  public static ScenarioResult unsupported(Scenario scenario, String runner, List<String> reasons) {
    return new ScenarioResult(
        scenario, Status.UNSUPPORTED, runner, ScenarioOutput.NOTHING, reasons);
  }

  /** The result of a run that failed with {@code failure}; its deepest cause is told. */
  public static ScenarioResult error(Scenario scenario, String runner, Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return new ScenarioResult(
        scenario, Status.ERROR, runner, ScenarioOutput.NOTHING, List.of(cause.toString()));
  }

  /** Whether this speaks against the runner: a mismatch or an error. */
  public boolean isFailure() {
    return status == Status.MISMATCH || status == Status.ERROR;
  }

  /** This result as a JSON object on one line. */
  public String toJson() {
    boolean severalWindows = scenario.windows().size() > 1;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", scenario.id());
    json.put("status", status.toString());
    json.put("runner", runner);
    json.put(
        "panes", output.panes().stream().map(pane -> JsonForm.of(pane, severalWindows)).toList());
    json.put("late", output.late().stream().map(JsonForm::element).toList());
    json.put("droppedDueToLateness", output.droppedDueToLateness());
    json.put("differences", differences);
    return JsonText.of(json);
  }
}
