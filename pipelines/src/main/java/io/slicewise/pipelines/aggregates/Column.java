package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.fields.FieldPath;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * A column of the results.
 *
 * @param name of the column: lower-case letters, digits and underscores
 * @param kind what is computed
 * @param fieldOrNull of which field; null for {@link Kind#COUNT}
 * @param rank the share of values that is not above a percentile, from 0 to 1; 0 for other kinds
 */
public record Column(String name, Kind kind, FieldPath fieldOrNull, double rank)
    implements Serializable {
  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?|100)");
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final String OPTION = "--aggregates";

  /** Names that are columns of every result. */
  private static final Set<String> TAKEN =
      Set.of(
          ResultRows.KEY,
          ResultRows.WINDOW_START,
          ResultRows.WINDOW_END,
          ResultRows.WINDOW_SIZE,
          ResultRows.PANE,
          ResultRows.TIMING,
          ResultRows.IS_LAST,
          ResultRows.KIND);

  /** What is computed. */
  public enum Kind {
    /** The number of records. */
    COUNT,
    /** The exact sum. */
    SUM,
    /** The exact sum as a double, divided by the number of values. */
    MEAN,
    /** The least value. */
    MIN,
    /** The greatest value. */
    MAX,
    /** A value that a share of the values does not exceed, within 1.33 % of rank. */
    PERCENTILE,
    /** About how many different values there are, with a standard error of 1.6 %. */
    DISTINCT;

    private FieldType type() {
      return switch (this) {
        case COUNT, DISTINCT -> FieldType.INT64;
        case SUM, MIN, MAX -> FieldType.DECIMAL;
        case MEAN, PERCENTILE -> FieldType.DOUBLE;
      };
    }

    /** Whether it takes numbers; {@link #DISTINCT} takes texts, {@link #COUNT} nothing. */
    boolean takesNumbers() {
      return this != COUNT && this != DISTINCT;
    }
  }

  /**
   * Reads for example {@code count,sum:order.amount,p95:latency=slow}.
   *
   * @throws SettingException for the first that is no aggregate, or has another one's name
   */
  static List<Column> parse(String text) {
    List<Column> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String part : text.split(",", -1)) {
      Column column = one(part.strip());
      if (TAKEN.contains(column.name)) {
        throw wrong(part, "every result has a column " + column.name, "Add a name, such as =total");
      }
      if (!names.add(column.name)) {
        throw wrong(
            part, "there is a column " + column.name + " already", "Add a name, such as =b");
      }
      columns.add(column);
    }
    return List.copyOf(columns);
  }

  private static Column one(String text) {
    int equals = text.indexOf('=');
    String asked = equals < 0 ? text : text.substring(0, equals).strip();
    int colon = asked.indexOf(':');
    String function = (colon < 0 ? asked : asked.substring(0, colon)).toLowerCase(Locale.ROOT);
    Matcher percentile = PERCENTILE.matcher(function);
    Kind kind = percentile.matches() ? Kind.PERCENTILE : kind(function, text);
    if ((kind == Kind.COUNT) != (colon < 0)) {
      throw kind == Kind.COUNT
          ? wrong(text, "count is of all records, not of a field", "Write count")
          : wrong(text, function + " must be of a field", "Write " + function + ":FIELD");
    }
    Optional<FieldPath> field =
        colon < 0
            ? Optional.empty()
            : Optional.of(FieldPath.parse(OPTION, asked.substring(colon + 1).strip()));
    String name = equals < 0 ? defaultName(function, field) : text.substring(equals + 1).strip();
    if (!NAME.matcher(name).matches()) {
      throw wrong(
          text,
          "'" + name + "' is no name of a column",
          "Name it with =NAME: at most 63 lower-case letters, digits and underscores, no digit"
              + " first");
    }
    double rank =
        percentile.matches()
            ? new BigDecimal(percentile.group(1)).movePointLeft(2).doubleValue()
            : 0;
    return new Column(name, kind, field.orElse(null), rank);
  }

  private static Kind kind(String function, String text) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.PERCENTILE && kind.name().toLowerCase(Locale.ROOT).equals(function)) {
        return kind;
      }
    }
    throw wrong(
        text,
        "unknown",
        "Use count, or sum, mean, min, max, distinct or a percentile such as p95 with :FIELD");
  }

  /** {@code sum:order.unitPrice} is {@code sum_order_unit_price}. */
  private static String defaultName(String function, Optional<FieldPath> field) {
    String path = field.map(given -> "_" + given).orElse("");
    return (function + path)
        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
        .replaceAll("[^A-Za-z0-9_]", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static SettingException wrong(String part, String problem, String wayOut) {
    return new SettingException(String.format("%s=%s: %s. %s.", OPTION, part, problem, wayOut));
  }

  /** The column of a schema; null where no record had a value. */
  Field schemaField() {
    return Schema.Field.nullable(name, kind.type());
  }

  /** The field, as it was typed. */
  String field() {
    return fieldOrNull.toString();
  }
}
