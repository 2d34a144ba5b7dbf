package io.slicewise.core.engine;

/** What became of an element. */
public enum ElementOutcome {
  /** There was no element in this step. */
  NO_ELEMENT,
  /** It is further ahead of the watermark than allowed, and was left out. */
  TOO_EARLY,
  /** It lies between windows (period greater than size). */
  IN_GAP,
  /** All its windows have expired: it belongs into the late output. */
  TOO_LATE,
  /** Every window of it that has not expired is closed by a finished trigger. */
  CLOSED,
  /** It counts in at least one window. */
  ACCEPTED;

  /** What became of an element that other windows had this outcome for, too. */
  public ElementOutcome or(ElementOutcome other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
