package io.slicewise.core.slice;

/** Tells which firings of a slice's windows still matter to how its segments are kept apart. */
@FunctionalInterface
public interface FiringCuts {
  /** In a slice whose content all its windows see alike. */
  FiringCuts NONE = (olderLabel, newerLabel) -> false;

  /**
   * Whether some window has seen what is labelled {@code olderLabel} but not what is labelled
   * {@code newerLabel}.
   */
  boolean isCutBetween(long olderLabel, long newerLabel);
}
