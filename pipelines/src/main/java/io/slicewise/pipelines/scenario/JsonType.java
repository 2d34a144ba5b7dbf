package io.slicewise.pipelines.scenario;

import io.slicewise.pipelines.scenario.LocatedJson.Member;

/** The member {@code type}, by which windows and triggers say what they are. */
final class JsonType {
  private JsonType() {}

  static String of(LocatedJson json) {
    return member(json).value().text();
  }

  static ScenarioFormatException unknown(LocatedJson json, String known) {
    LocatedJson type = member(json).value();
    return type.error("must be one of " + known + " but was \"" + type.text() + "\".");
  }

  private static Member member(LocatedJson json) {
    Member type = json.members().get("type");
    if (type == null) {
      throw json.error("missing field \"type\".");
    }
    return type;
  }
}
