package io.slicewise.pipelines.scenario;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.AlignTo;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON form of triggers, as maps and lists. */
final class TriggerForm {
  private TriggerForm() {}

  static Map<String, Object> of(TriggerSpec trigger) {
    if (trigger instanceof AfterEndOfWindow) {
      return type("afterWatermark");
    }
    if (trigger instanceof EarlyAndLate earlyAndLate) {
      Map<String, Object> form = type("afterWatermark");
      if (!(earlyAndLate.early() instanceof Never)) {
        form.put("early", of(earlyAndLate.early()));
      }
      earlyAndLate.late().ifPresent(late -> form.put("late", of(late)));
      return form;
    }
    if (trigger instanceof AfterPane afterPane) {
      return with(type("afterPane"), "count", afterPane.count());
    }
    if (trigger instanceof AfterProcessingTime afterProcessingTime) {
      return of(afterProcessingTime);
    }
    if (trigger instanceof Repeatedly repeatedly) {
      return with(type("repeatedly"), "of", of(repeatedly.of()));
    }
    if (trigger instanceof OrFinally orFinally) {
      Map<String, Object> form = with(type("orFinally"), "main", of(orFinally.main()));
      return with(form, "until", of(orFinally.until()));
    }
    if (trigger instanceof AfterEach afterEach) {
      return with(type("afterEach"), "of", of(afterEach.of()));
    }
    if (trigger instanceof AfterFirst afterFirst) {
      return with(type("afterFirst"), "of", of(afterFirst.of()));
    }
    if (trigger instanceof AfterAll afterAll) {
      return with(type("afterAll"), "of", of(afterAll.of()));
    }
    return type(trigger instanceof Never ? "never" : "default");
  }

  private static List<Map<String, Object>> of(List<TriggerSpec> triggers) {
    return triggers.stream().map(TriggerForm::of).toList();
  }

  private static Map<String, Object> of(AfterProcessingTime trigger) {
    List<TriggerSpec.TimeStep> steps = trigger.steps();
    if (steps.isEmpty() || steps.size() > 2 || !(steps.get(0) instanceof Delay delay)) {
      throw notExpressible(trigger);
    }
    Map<String, Object> form = with(type("afterProcessingTime"), "delay", delay.millis());
    if (steps.size() == 2) {
      if (!(steps.get(1) instanceof AlignTo alignTo)) {
        throw notExpressible(trigger);
      }
      Map<String, Object> alignment = new LinkedHashMap<>();
      alignment.put("period", alignTo.periodMillis());
      form.put("alignTo", with(alignment, "offset", alignTo.offsetMillis()));
    }
    return form;
  }

  private static IllegalArgumentException notExpressible(AfterProcessingTime trigger) {
    return new IllegalArgumentException(
        "trigger: must be a delay and at most one alignment after it but was " + trigger + ".");
  }

  private static Map<String, Object> type(String type) {
    return with(new LinkedHashMap<>(), "type", type);
  }

  private static Map<String, Object> with(Map<String, Object> form, String name, Object value) {
    form.put(name, value);
    return form;
  }
}
