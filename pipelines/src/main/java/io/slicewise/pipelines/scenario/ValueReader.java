package io.slicewise.pipelines.scenario;

import io.slicewise.pipelines.scenario.AggregateSpec.Kind;
import io.slicewise.pipelines.scenario.LocatedJson.Member;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the values of elements and panes. All elements of a scenario have one type, which only all
 * of them together tell: doubles as soon as one is.
 *
 * @param aggregate what is computed, which tells what a pane's value looks like
 * @param type the type of the elements
 */
record ValueReader(AggregateSpec aggregate, ValueType type) {
  private static final Map<String, Double> NAMED_DOUBLES =
      Map.of(
          "NaN", Double.NaN,
          "Infinity", Double.POSITIVE_INFINITY,
          "-Infinity", Double.NEGATIVE_INFINITY);
  private static final Set<Kind> NUMERIC = Set.of(Kind.SUM, Kind.MIN, Kind.MAX, Kind.MEAN);

  /** A reader for the scenario with these events. */
  static ValueReader of(AggregateSpec aggregate, LocatedJson events) {
    ValueType type = null;
    for (LocatedJson event : events.items()) {
      Object value = elementValue(event);
      if (value instanceof Double || (isNamedDouble(value) && NUMERIC.contains(aggregate.kind()))) {
        return new ValueReader(aggregate, ValueType.DOUBLE);
      }
      if (type == null && value instanceof String) {
        type = ValueType.STRING;
      } else if (type == null && value instanceof Long) {
        type = ValueType.LONG;
      }
    }
    return new ValueReader(aggregate, type == null ? ValueType.LONG : type);
  }

  /** The raw value if {@code event} is an element, else {@code LocatedJson.NULL}. */
  private static Object elementValue(LocatedJson event) {
    Member element = event.members().get("element");
    Member value = element == null ? null : element.value().members().get("value");
    return value == null ? LocatedJson.NULL : value.value().value();
  }

  private static boolean isNamedDouble(Object value) {
    return value instanceof String text && NAMED_DOUBLES.containsKey(text);
  }

  /** The value of an element. */
  Object element(LocatedJson json) {
    if (NUMERIC.contains(aggregate.kind()) && type == ValueType.STRING) {
      throw json.mustBe("a number, as " + aggregate + " needs,");
    }
    return switch (type) {
      case STRING -> {
        if (json.value() instanceof String text) {
          yield text;
        }
        throw json.mustBe("a string, as other values of the scenario are,");
      }
      case LONG -> {
        if (json.value() instanceof Long number) {
          yield number;
        }
        throw json.mustBe("an integer, as other values of the scenario are,");
      }
      case DOUBLE -> {
        if (number(json) instanceof Number number) {
          yield number.doubleValue();
        }
        throw json.mustBe("a number, as other values of the scenario are,");
      }
    };
  }

  /** The value of a pane. */
  Object pane(LocatedJson json) {
    return switch (aggregate.kind()) {
      case SUM, MIN, MAX, MEAN -> {
        if (number(json) instanceof Number number) {
          yield number;
        }
        throw json.mustBe("a number");
      }
      case COUNT, DISTINCT -> json.integer(0, Long.MAX_VALUE, "");
      case CONCAT -> json.text();
      case LIST -> json.items().stream().map(this::element).toList();
      case TOP_N -> json.items().stream().map(this::occurrences).toList();
    };
  }

  private List<Object> occurrences(LocatedJson json) {
    if (json.items().size() != 2) {
      throw json.mustBe("an array of a value and its number of occurrences");
    }
    return List.of(
        element(json.items().get(0)), json.items().get(1).integer(1, Long.MAX_VALUE, ""));
  }

  private Object number(LocatedJson json) {
    boolean named = isNamedDouble(json.value()) && NUMERIC.contains(aggregate.kind());
    return named ? NAMED_DOUBLES.get((String) json.value()) : json.value();
  }
}
