package io.slicewise.pipelines.scenario;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.AlignTo;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.trigger.TriggerSpec.TimeStep;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.LocatedJson.Fields;
import java.util.List;
import java.util.Optional;

/** Reads one trigger. */
final class TriggerReader {
  private static final List<String> TYPE = List.of("type");

  private TriggerReader() {}

  static TriggerSpec read(LocatedJson json) {
    String type = JsonType.of(json);
    return switch (type) {
      case "default" -> bare(json, new DefaultTrigger());
      case "never" -> bare(json, new Never());
      case "afterWatermark" -> afterWatermark(json.fields(TYPE, List.of("early", "late")));
      case "repeatedly" -> new Repeatedly(read(json.fields("type", "of").get("of")));
      case "afterPane" ->
          new AfterPane(
              (int) json.fields("type", "count").get("count").integer(1, Integer.MAX_VALUE, ""));
      case "afterProcessingTime" ->
          afterProcessingTime(json.fields(List.of("type", "delay"), List.of("alignTo")));
      case "afterFirst" -> new AfterFirst(onceMembers(json));
      case "afterAll" -> new AfterAll(onceMembers(json));
      case "afterEach" -> new AfterEach(members(json).stream().map(TriggerReader::read).toList());
      case "orFinally" -> {
        Fields fields = json.fields("type", "main", "until");
        yield new OrFinally(read(fields.get("main")), once(fields.get("until")));
      }
      default ->
          throw JsonType.unknown(
              json,
              "default, afterWatermark, repeatedly, afterPane, afterProcessingTime, afterFirst,"
                  + " afterAll, afterEach, orFinally, never");
    };
  }

  private static TriggerSpec bare(LocatedJson json, TriggerSpec trigger) {
    json.fields("type");
    return trigger;
  }

  private static TriggerSpec afterWatermark(Fields fields) {
    Optional<TriggerSpec> early = fields.find("early").map(TriggerReader::once);
    Optional<TriggerSpec> late = fields.find("late").map(TriggerReader::once);
    return early.isEmpty() && late.isEmpty()
        ? new AfterEndOfWindow()
        : new EarlyAndLate(early.orElseGet(Never::new), late);
  }

  private static TriggerSpec afterProcessingTime(Fields fields) {
    TimeStep delay = new Delay(fields.get("delay").integer(0, TimeBounds.MAX_DURATION, " ms"));
    return new AfterProcessingTime(
        fields
            .find("alignTo")
            .map(alignTo -> List.of(delay, alignTo(alignTo.fields("period", "offset"))))
            .orElseGet(() -> List.of(delay)));
  }

  private static TimeStep alignTo(Fields fields) {
    return new AlignTo(
        fields.get("period").integer(1, TimeBounds.MAX_DURATION, " ms"),
        fields.get("offset").integer(TimeBounds.MIN_TIMESTAMP, TimeBounds.MAX_TIMESTAMP, " ms"));
  }

  private static List<LocatedJson> members(LocatedJson json) {
    LocatedJson of = json.fields("type", "of").get("of");
    if (of.items().isEmpty()) {
      throw of.error("must hold at least one trigger but was empty.");
    }
    return of.items();
  }

  private static List<TriggerSpec> onceMembers(LocatedJson json) {
    return members(json).stream().map(TriggerReader::once).toList();
  }

  private static TriggerSpec once(LocatedJson json) {
    TriggerSpec trigger = read(json);
    if (trigger instanceof AfterEndOfWindow
        || trigger instanceof AfterPane
        || trigger instanceof AfterProcessingTime
        || trigger instanceof AfterFirst
        || trigger instanceof AfterAll
        || trigger instanceof Never) {
      return trigger;
    }
    throw json.error(
        "must be a trigger that fires once (afterWatermark without early and late, afterPane,"
            + " afterProcessingTime, afterFirst, afterAll, never) but was "
            + JsonType.of(json)
            + ".");
  }
}
