package io.slicewise.pipelines.scenario.run;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;

/** What cannot be run, and why. */
final class Limits {
  private Limits() {}

  /** Why no pipeline can run {@code scenario}, although the engine may. */
  static List<String> ofPipelines(Scenario scenario) {
    List<String> reasons = new ArrayList<>();
    if (scenario.windows().contains(new WindowSpec.Global())
        && scenario.trigger() instanceof DefaultTrigger) {
      reasons.add(
          "trigger: Beam refuses the default trigger for global windows of unbounded input, as it"
              + " never fires before the end of time");
    }
    return reasons;
  }

  /** Why {@code TestStream} on FlinkRunner cannot run {@code scenario}. */
  static List<String> ofFlink(Scenario scenario) {
    return usesProcessingTime(scenario.trigger())
        ? List.of(
            "trigger: depends on processing time, which TestStream on FlinkRunner cannot control")
        : List.of();
  }

  private static boolean usesProcessingTime(TriggerSpec trigger) {
    if (trigger instanceof EarlyAndLate both) {
      return usesProcessingTime(both.early())
          || both.late().filter(Limits::usesProcessingTime).isPresent();
    }
    if (trigger instanceof OrFinally both) {
      return usesProcessingTime(both.main()) || usesProcessingTime(both.until());
    }
    if (trigger instanceof Repeatedly repeatedly) {
      return usesProcessingTime(repeatedly.of());
    }
    if (trigger instanceof AfterEach each) {
      return anyUsesProcessingTime(each.of());
    }
    if (trigger instanceof AfterFirst first) {
      return anyUsesProcessingTime(first.of());
    }
    if (trigger instanceof AfterAll all) {
      return anyUsesProcessingTime(all.of());
    }
    return trigger instanceof AfterProcessingTime;
  }

  private static boolean anyUsesProcessingTime(List<TriggerSpec> triggers) {
    return triggers.stream().anyMatch(Limits::usesProcessingTime);
  }
}
