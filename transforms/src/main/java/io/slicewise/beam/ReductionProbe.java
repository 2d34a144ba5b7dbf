package io.slicewise.beam;

/**
 * Tells from what elements became before whether to aggregate the next ones: where they rarely
 * share a key and a slice, the buffer costs and wins nothing. Deterministic: it counts elements.
 */
final class ReductionProbe {
  /** How many elements are looked at before it is decided about the next. */
  static final int SAMPLE = 1_000;

  /** How many elements must become one on average. */
  static final int LEAST_REDUCTION = 2;

  /** How many elements are passed on as they are before a sample is looked at again. */
  static final int PASSED = 50_000;

  private long elements;
  private long partials;
  private int toPass;

  /** Whether the next element should be passed on as it is. Counts that element. */
  boolean passes() {
    if (toPass == 0) {
      return false;
    }
    toPass--;
    return true;
  }

  /**
   * Takes note of what {@code newElements} have become.
   *
   * @param newPartials how many they are now
   */
  void reduced(long newElements, long newPartials) {
    elements += newElements;
    partials += newPartials;
    if (elements >= SAMPLE) {
      toPass = elements < LEAST_REDUCTION * partials ? PASSED : 0;
      elements = 0;
      partials = 0;
    }
  }
}
