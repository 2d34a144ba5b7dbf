package io.slicewise.pipelines.scenario;

import java.util.List;

/** The type of all element values of a scenario. */
public enum ValueType {
  /** 64-bit integers, {@link Long}. */
  LONG,
  /** Decimal numbers, {@link Double}. */
  DOUBLE,
  /** Texts, {@link String}. */
  STRING;

  /** The type of the values in {@code events}; {@link #LONG} if there is no element. */
  static ValueType of(List<Event> events) {
    ValueType type = LONG;
    for (Event event : events) {
      if (event instanceof Event.Element element) {
        if (element.value() instanceof String) {
          return STRING;
        }
        type = element.value() instanceof Double ? DOUBLE : type;
      }
    }
    return type;
  }
}
