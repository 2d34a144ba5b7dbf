package io.slicewise.pipelines.fields;

import java.util.Collection;
import java.util.stream.Collectors;

/** The fields that there are, for a message about one that is not. */
public final class FieldNames {
  private static final int MOST_NAMES = 20;
  private static final int MOST_CHARACTERS = 400;

  private FieldNames() {}

  /** {@code are: id, amount}, or {@code is none}; at most 20 names and 400 characters. */
  public static String listed(Collection<String> all) {
    if (all.isEmpty()) {
      return "is none";
    }
    String names = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    boolean complete = all.size() <= MOST_NAMES && names.length() <= MOST_CHARACTERS;
    return "are: "
        + names.substring(0, Math.min(names.length(), MOST_CHARACTERS))
        + (complete ? "" : ", ...");
  }
}
