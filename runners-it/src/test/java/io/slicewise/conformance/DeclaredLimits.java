package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known not to be supported: nothing else may be. */
final class DeclaredLimits {
  private static final Map<Class<? extends WindowSpec>, String> UNSUPPORTED_WINDOWS =
      Map.of(WindowSpec.Sessions.class, "windows: sessions windows are not supported");

  /** The scenarios whose trigger waits for processing time. */
  private static final Set<String> PROCESSING_TIME =
      Set.of(
          "adv-restart-keeps-processing-timer",
          "adv-processing-time-aligned",
          "adv-after-each-then-repeat",
          "adv-repeated-after-all",
          "beam-rfr-global-drain-empty",
          "beam-ts-processing-time-trigger",
          "beam-ts-early-panes",
          "beam-tsm-repeatedly-first-pt",
          "report-stale-early-timer",
          "report-early-panes-while-watermark-stands");

  private DeclaredLimits() {}

  /** Of the engine, and so of every runner. */
  static List<String> ofEveryRunner(Scenario scenario) {
    List<String> limits = new ArrayList<>();
    if (scenario.windows().size() > 1) {
      limits.add("windows: several window specifications at once are not supported");
    }
    scenario.windows().stream()
        .map(WindowSpec::getClass)
        .filter(UNSUPPORTED_WINDOWS::containsKey)
        .map(UNSUPPORTED_WINDOWS::get)
        .distinct()
        .forEach(limits::add);
    return limits;
  }

  /** Of Flink, whose {@code TestStream} runs on the wall clock. */
  static List<String> ofFlink(Scenario scenario) {
    List<String> limits = new ArrayList<>(ofEveryRunner(scenario));
    if (PROCESSING_TIME.contains(scenario.id())) {
      limits.add(
          "trigger: depends on processing time, which TestStream on FlinkRunner cannot control");
    }
    return limits;
  }
}
