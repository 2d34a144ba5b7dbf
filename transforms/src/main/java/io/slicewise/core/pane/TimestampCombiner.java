package io.slicewise.core.pane;

/** Which timestamp a pane has. */
public enum TimestampCombiner {
  /** The last instant of the window. */
  END_OF_WINDOW,
  /** The earliest timestamp of the pane's elements. */
  EARLIEST,
  /** The latest timestamp of the pane's elements. */
  LATEST
}
