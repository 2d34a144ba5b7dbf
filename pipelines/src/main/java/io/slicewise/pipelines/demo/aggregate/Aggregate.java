package io.slicewise.pipelines.demo.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.tally.NumberTally;
import io.slicewise.pipelines.tally.PlainNumber;
import io.slicewise.pipelines.tally.Tally;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * What of a tally is the value of a pane.
 *
 * @param kind what to compute
 * @param field of which field; empty for {@link Kind#COUNT} and {@link Kind#EARTHQUAKES}
 */
public record Aggregate(Kind kind, String field) implements Serializable {
  private static final String MAGNITUDE = "mag";
  private static final String DEPTH = "depth";

  /** Kinds of aggregates. */
  public enum Kind {
    /** Number, largest magnitude and mean depth of earthquakes, as an object. */
    EARTHQUAKES,
    /** The number of events. */
    COUNT,
    /** The exact sum of a field. */
    SUM,
    /** The least value of a field. */
    MIN,
    /** The greatest value of a field. */
    MAX,
    /** The exact sum of a field as a double, divided by the number of values. */
    MEAN
  }

  /** The demo's own aggregate. */
  public static Aggregate earthquakes() {
    return new Aggregate(Kind.EARTHQUAKES, "");
  }

  /** The number of events. */
  public static Aggregate count() {
    return new Aggregate(Kind.COUNT, "");
  }

  /** The numeric fields to read from a row. */
  public List<String> fields() {
    return switch (kind) {
      case EARTHQUAKES -> List.of(MAGNITUDE, DEPTH);
      case COUNT -> List.of();
      case SUM, MIN, MAX, MEAN -> List.of(field);
    };
  }

  /** Whether a row without a value in such a field cannot be used. */
  public boolean needsFields() {
    return kind != Kind.EARTHQUAKES;
  }

  /** The value of a pane. */
  public JsonNode valueOf(Tally tally) {
    return switch (kind) {
      case EARTHQUAKES ->
          JsonNodeFactory.instance
              .objectNode()
              .put("count", tally.count())
              .<ObjectNode>set("maxMagnitude", numberIn(tally, MAGNITUDE, Kind.MAX))
              .set("meanDepth", numberIn(tally, DEPTH, Kind.MEAN));
      case COUNT -> LongNode.valueOf(tally.count());
      case SUM, MIN, MAX, MEAN -> numberIn(tally, field, kind);
    };
  }

  /** The numbers in a value, the most important first. */
  public List<Measure> measures() {
    return switch (kind) {
      case EARTHQUAKES ->
          List.of(
              new Measure("count", "events", true),
              new Measure("maxMagnitude", "largest magnitude", false),
              new Measure("meanDepth", "mean depth (km)", false));
      case COUNT -> List.of(new Measure("", "events", true));
      case SUM -> List.of(new Measure("", "sum of " + field, true));
      case MIN, MAX, MEAN ->
          List.of(new Measure("", kind.name().toLowerCase(Locale.ROOT) + " of " + field, false));
    };
  }

  private static JsonNode numberIn(Tally tally, String field, Kind kind) {
    NumberTally number = tally.fields().get(field);
    if (number == null) {
      return NullNode.getInstance();
    }
    return switch (kind) {
      case SUM -> PlainNumber.node(number.sum());
      case MIN -> PlainNumber.node(number.min());
      case MAX -> PlainNumber.node(number.max());
      case MEAN -> PlainNumber.node(BigDecimal.valueOf(number.mean()));
      case EARTHQUAKES, COUNT -> throw new IllegalArgumentException(kind + " is of no field");
    };
  }
}
