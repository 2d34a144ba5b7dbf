package io.slicewise.oracle;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.run.BeamTriggers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.beam.sdk.transforms.windowing.Trigger.OnceTrigger;

/** Plainer triggers than a given one. */
final class SmallerTriggers {
  private static final TriggerSpec PLAINEST = new TriggerSpec.DefaultTrigger();

  private SmallerTriggers() {}

  /** Triggers that Beam allows and that are plainer than {@code spec}, the plainest first. */
  static List<TriggerSpec> of(TriggerSpec spec) {
    List<TriggerSpec> smaller = new ArrayList<>();
    if (!spec.equals(PLAINEST)) {
      smaller.add(PLAINEST);
    }
    smaller.addAll(candidates(spec));
    smaller.removeIf(trigger -> !isAllowed(trigger));
    return smaller;
  }

  private static boolean isAllowed(TriggerSpec trigger) {
    try {
      BeamTriggers.of(trigger);
      return true;
    } catch (IllegalArgumentException | ClassCastException e) {
      return false;
    }
  }

  private static boolean isOnce(TriggerSpec trigger) {
    return isAllowed(trigger) && BeamTriggers.of(trigger) instanceof OnceTrigger;
  }

  private static List<TriggerSpec> candidates(TriggerSpec spec) {
    List<TriggerSpec> smaller = new ArrayList<>();
    if (spec instanceof TriggerSpec.EarlyAndLate both) {
      smaller.add(new TriggerSpec.AfterEndOfWindow());
      smaller.add(new TriggerSpec.EarlyAndLate(new TriggerSpec.Never(), both.late()));
      smaller.add(new TriggerSpec.EarlyAndLate(both.early(), Optional.empty()));
      parts(both.early(), part -> new TriggerSpec.EarlyAndLate(part, both.late()), smaller);
      both.late()
          .ifPresent(
              late ->
                  parts(
                      late,
                      part -> new TriggerSpec.EarlyAndLate(both.early(), Optional.of(part)),
                      smaller));
    } else if (spec instanceof TriggerSpec.AfterPane pane) {
      if (pane.count() > 1) {
        smaller.add(new TriggerSpec.AfterPane(pane.count() - 1));
      }
    } else if (spec instanceof TriggerSpec.AfterProcessingTime time) {
      smaller.add(new TriggerSpec.AfterPane(1));
      TriggerSpec.Delay delay = (TriggerSpec.Delay) time.steps().get(0);
      smaller.add(new TriggerSpec.AfterProcessingTime(List.of(delay)));
      if (delay.millis() > 0) {
        List<TriggerSpec.TimeStep> steps = new ArrayList<>(time.steps());
        steps.set(0, new TriggerSpec.Delay(delay.millis() - 1));
        smaller.add(new TriggerSpec.AfterProcessingTime(steps));
      }
    } else if (spec instanceof TriggerSpec.Repeatedly repeatedly) {
      smaller.add(repeatedly.of());
      parts(repeatedly.of(), TriggerSpec.Repeatedly::new, smaller);
    } else if (spec instanceof TriggerSpec.OrFinally both) {
      smaller.add(both.main());
      smaller.add(both.until());
      parts(both.main(), part -> new TriggerSpec.OrFinally(part, both.until()), smaller);
      parts(both.until(), part -> new TriggerSpec.OrFinally(both.main(), part), smaller);
    } else if (spec instanceof TriggerSpec.AfterEach each) {
      lists(each.of(), TriggerSpec.AfterEach::new, smaller);
    } else if (spec instanceof TriggerSpec.AfterFirst first) {
      lists(first.of(), TriggerSpec.AfterFirst::new, smaller);
    } else if (spec instanceof TriggerSpec.AfterAll all) {
      lists(all.of(), TriggerSpec.AfterAll::new, smaller);
    }
    smaller.remove(spec);
    return smaller;
  }

  private static void parts(
      TriggerSpec part, Function<TriggerSpec, TriggerSpec> whole, List<TriggerSpec> smaller) {
    List<TriggerSpec> candidates = candidates(part);
    if (isOnce(part)) {
      candidates.removeIf(candidate -> !isOnce(candidate));
    }
    candidates.forEach(candidate -> smaller.add(whole.apply(candidate)));
  }

  private static void lists(
      List<TriggerSpec> of,
      Function<List<TriggerSpec>, TriggerSpec> whole,
      List<TriggerSpec> smaller) {
    smaller.addAll(of);
    for (int i = 0; i < of.size(); i++) {
      int index = i;
      List<TriggerSpec> fewer = new ArrayList<>(of);
      fewer.remove(index);
      smaller.add(whole.apply(fewer));
      parts(
          of.get(index),
          part -> {
            List<TriggerSpec> changed = new ArrayList<>(of);
            changed.set(index, part);
            return whole.apply(changed);
          },
          smaller);
    }
  }
}
