package io.slicewise.pipelines.scenario;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether a pane is as expected, and if not, what differs.
 *
 * @param listsAreMultisets whether the order inside an array has no meaning
 */
record PaneMatch(boolean listsAreMultisets) {

  /** Whether everything {@code expected} gives is so in {@code actual}. */
  boolean fits(ExpectedPane expected, Pane actual) {
    return isSameFiring(expected, actual) && differingFields(expected, actual).isEmpty();
  }

  /** Whether key, window and index are as expected, so that only the rest differs. */
  static boolean isSameFiring(ExpectedPane expected, Pane actual) {
    return isOpenOr(expected.key(), actual.key())
        && isOpenOr(expected.windowSpec(), actual.windowSpec())
        && isOpenOr(expected.window(), actual.window())
        && isOpenOr(expected.index(), actual.index())
        && expected.retraction() == actual.retraction();
  }

  /** What differs, in words. */
  String difference(ExpectedPane expected, Pane actual) {
    return "pane of key "
        + JsonText.of(actual.key())
        + ", window "
        + actual.window()
        + ", index "
        + actual.index()
        + (actual.retraction() ? ", withdrawal" : "")
        + ": "
        + String.join("; ", differingFields(expected, actual));
  }

  private List<String> differingFields(ExpectedPane expected, Pane actual) {
    Map<String, Object> actualForm = JsonForm.of(actual, true);
    List<String> differing = new ArrayList<>();
    JsonForm.of(expected)
        .forEach(
            (field, value) -> {
              if (!same(value, actualForm.get(field))) {
                differing.add(difference(field, value, actualForm.get(field)));
              }
            });
    if (actual.retraction() && !expected.retraction()) {
      differing.add(difference("retraction", false, true));
    }
    return differing;
  }

  private static String difference(String field, Object expected, Object actual) {
    return field
        + " expected "
        + JsonText.of(expected)
        + " but was "
        + JsonText.of(actual == null ? false : actual);
  }

  private static boolean isOpenOr(Optional<?> expected, Object actual) {
    return expected.isEmpty() || expected.get().equals(actual);
  }

  private boolean same(Object expected, Object actual) {
    if (listsAreMultisets && expected instanceof List<?> left && actual instanceof List<?> right) {
      return left.size() == right.size()
          && MultisetMatch.of(left, right, PaneMatch::sameValue).unmatchedExpected().isEmpty();
    }
    return sameValue(expected, actual);
  }

  /** Numbers are the same if they are exactly equal, whatever their type; NaN equals NaN. */
  static boolean sameValue(Object expected, Object actual) {
    if (expected instanceof Number left && actual instanceof Number right) {
      return sameNumber(left, right);
    }
    if (expected instanceof List<?> left && actual instanceof List<?> right) {
      return left.size() == right.size()
          && IntStream.range(0, left.size()).allMatch(i -> sameValue(left.get(i), right.get(i)));
    }
    return Objects.equals(expected, actual);
  }

  private static boolean sameNumber(Number left, Number right) {
    double leftDouble = left.doubleValue();
    if (Double.isNaN(leftDouble) || Double.isInfinite(leftDouble)) {
      return Double.compare(leftDouble, right.doubleValue()) == 0;
    }
    double rightDouble = right.doubleValue();
    return !Double.isNaN(rightDouble)
        && !Double.isInfinite(rightDouble)
        && exact(left).compareTo(exact(right)) == 0;
  }

  private static BigDecimal exact(Number number) {
    return number instanceof Double || number instanceof Float
        ? new BigDecimal(number.doubleValue())
        : BigDecimal.valueOf(number.longValue());
  }
}
