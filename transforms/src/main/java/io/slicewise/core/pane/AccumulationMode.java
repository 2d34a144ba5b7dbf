package io.slicewise.core.pane;

/** What a pane holds of a window that has fired before. */
public enum AccumulationMode {
  /** Everything the window has had so far. */
  ACCUMULATING,
  /** Only what came since the window's last pane. */
  DISCARDING,
  /** Everything, after a pane that takes back the value of the pane before. */
  RETRACTING
}
