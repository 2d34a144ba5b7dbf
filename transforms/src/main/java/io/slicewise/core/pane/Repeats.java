package io.slicewise.core.pane;

/** What becomes of a pane that repeats the value its window shows already. */
public enum Repeats {
  /** It is emitted, as in Beam. */
  EMITTED,
  /** It is left out if it is the on-time pane, and an early one showed the same. */
  LEFT_OUT_ON_TIME,
  /** It is left out. */
  LEFT_OUT
}
