package io.slicewise.pipelines.demo.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the page calls keys, which it repeats for each window: long ones are cut, and numbered where
 * that would make two keys one.
 */
final class KeyNames {
  private static final int MOST_CHARACTERS = 200;

  private final Map<String, String> names = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  /** Names for these keys. */
  KeyNames(Set<String> keys) {
    for (String key : keys) {
      if (key.length() <= MOST_CHARACTERS) {
        names.put(key, key);
        taken.add(key);
      }
    }
    for (String key : keys) {
      names.computeIfAbsent(key, this::shortName);
    }
  }

  /** Whether a key has another name on the page. */
  boolean areShorter() {
    return names.entrySet().stream().anyMatch(name -> !name.getKey().equals(name.getValue()));
  }

  String of(String key) {
    return names.get(key);
  }

  private String shortName(String key) {
    int end =
        MOST_CHARACTERS - (Character.isHighSurrogate(key.charAt(MOST_CHARACTERS - 1)) ? 1 : 0);
    String start = key.substring(0, end) + "…";
    String name = start;
    for (int number = 2; !taken.add(name); number++) {
      name = start + " (" + number + ")";
    }
    return name;
  }
}
