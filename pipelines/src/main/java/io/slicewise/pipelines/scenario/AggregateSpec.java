package io.slicewise.pipelines.scenario;

import java.util.Locale;

/**
 * What is computed of the values of a window.
 *
 * @param kind the aggregate
 * @param limit how many values {@link Kind#TOP_N} keeps; 0 for every other kind
 */
public record AggregateSpec(Kind kind, int limit) {

  /** The aggregates. */
  public enum Kind {
    /** The sum of the numbers. */
    SUM,
    /** The number of elements. */
    COUNT,
    /** The least number. */
    MIN,
    /** The greatest number. */
    MAX,
    /** The sum divided by the number of elements. */
    MEAN,
    /** All values, in no particular order. */
    LIST,
    /** All values joined into one text, in order of time. */
    CONCAT,
    /** The number of different values. */
    DISTINCT,
    /** The most frequent values with their numbers of occurrences. */
    TOP_N
  }

  private static final String TOP_N_PREFIX = "topN:";

  /** Checks that exactly {@link Kind#TOP_N} has a limit. */
  public AggregateSpec {
    if (kind == Kind.TOP_N ? limit < 1 : limit != 0) {
      throw new IllegalArgumentException(
          "limit: must be 1 or more for TOP_N and 0 for every other aggregate, but was "
              + limit
              + " for "
              + kind
              + ".");
    }
  }

  /** An aggregate other than {@link Kind#TOP_N}. */
  public static AggregateSpec of(Kind kind) {
    return new AggregateSpec(kind, 0);
  }

  /** The aggregate of the most frequent values. */
  public static AggregateSpec topN(int limit) {
    return new AggregateSpec(Kind.TOP_N, limit);
  }

  /**
   * Reads the text form, such as {@code sum} or {@code topN:3}.
   *
   * @throws IllegalArgumentException if there is no such aggregate
   */
  public static AggregateSpec parse(String text) {
    if (text.matches("topN:[1-9][0-9]{0,8}")) {
      return topN(Integer.parseInt(text.substring(TOP_N_PREFIX.length())));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.TOP_N && kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        return of(kind);
      }
    }
    throw new IllegalArgumentException(
        "must be one of sum, count, min, max, mean, list, concat, distinct, topN:n but was \""
            + text
            + "\".");
  }

  /** The text form that {@link #parse} reads. */
  @Override
  public String toString() {
    return kind == Kind.TOP_N ? TOP_N_PREFIX + limit : kind.name().toLowerCase(Locale.ROOT);
  }
}
