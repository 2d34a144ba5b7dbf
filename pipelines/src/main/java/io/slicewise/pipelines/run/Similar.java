package io.slicewise.pipelines.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What somebody may have meant. */
final class Similar {
  private Similar() {}

  /** " Did you mean X?", or nothing if no choice is much like {@code word}. */
  static String to(String word, Collection<String> choices) {
    Optional<String> nearest =
        choices.stream().min(Comparator.comparingInt(choice -> distance(word, choice)));
    return nearest
        .filter(choice -> distance(word, choice) <= Math.max(1, word.length() / 3))
        .map(choice -> " Did you mean " + choice + "?")
        .orElse("");
  }

  /** How many letters must be put in, taken out or changed, whatever their case. */
  private static int distance(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
