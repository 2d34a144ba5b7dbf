package io.slicewise.core.pane;

/**
 * When a pane fired, relative to the watermark; the panes of a window are EARLY* ON_TIME? LATE*.
 */
public enum PaneTiming {
  /** Before the watermark passed the end of the window. */
  EARLY,
  /** The first pane after it, unless the output watermark had passed the end before. */
  ON_TIME,
  /** Every other pane. */
  LATE
}
