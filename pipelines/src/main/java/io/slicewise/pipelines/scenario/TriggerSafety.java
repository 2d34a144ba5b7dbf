package io.slicewise.pipelines.scenario;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;

/** The rule by which Beam's {@code GroupByKey} accepts a trigger. */
final class TriggerSafety {
  private TriggerSafety() {}

  /** Whether {@code trigger} never finishes while its window still takes elements. */
  static boolean isSafe(TriggerSpec trigger, long allowedLatenessMillis) {
    boolean endsWithTheWindow =
        trigger instanceof AfterEndOfWindow || trigger instanceof EarlyAndLate;
    return !mayFinish(trigger)
        || trigger instanceof Never
        || (endsWithTheWindow && allowedLatenessMillis == 0);
  }

  private static boolean mayFinish(TriggerSpec trigger) {
    if (trigger instanceof DefaultTrigger || trigger instanceof Repeatedly) {
      return false;
    }
    if (trigger instanceof EarlyAndLate earlyAndLate) {
      return earlyAndLate.late().isEmpty();
    }
    if (trigger instanceof OrFinally orFinally) {
      return mayFinish(orFinally.main()) || mayFinish(orFinally.until());
    }
    if (trigger instanceof AfterEach afterEach) {
      return afterEach.of().stream().allMatch(TriggerSafety::mayFinish);
    }
    return true;
  }
}
