package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.Scenario;
import java.util.List;
import java.util.Set;

/** What is known not to be supported: nothing else may be. */
public final class DeclaredLimits {
  /** What no {@code TestStream} on Flink does. */
  public static final String PROCESSING_TIME_ON_FLINK =
      "trigger: depends on processing time, which TestStream on FlinkRunner cannot control";

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

  /** Of Flink, whose {@code TestStream} runs on the wall clock. */
  public static List<String> ofFlink(Scenario scenario) {
    return PROCESSING_TIME.contains(scenario.id()) ? List.of(PROCESSING_TIME_ON_FLINK) : List.of();
  }
}
