package io.slicewise.core.engine;

/** What became of an element that was given to a {@link HotState}. */
public enum HotOutcome {
  /** The hot state has it, and has changed. */
  TAKEN,
  /** All its windows have expired: it belongs into the late output, and nothing has changed. */
  TOO_LATE,
  /** It needs the key's whole state, and nothing has changed. */
  REFUSED
}
