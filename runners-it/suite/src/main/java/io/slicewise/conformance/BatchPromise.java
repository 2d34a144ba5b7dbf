package io.slicewise.conformance;

/**
 * What a runner promises of a bounded input. Its elements come in any order, before a watermark
 * that then moves to the end of time.
 */
public enum BatchPromise {
  /**
   * Every field of every pane: neither the order of elements nor the moments at which they come
   * count.
   */
  WHOLE("all of it"),

  /**
   * How many panes a window has, of which timing, and what they say together: the order of elements
   * decides which elements a pane holds.
   */
  ANY_ORDER("but for what the order of elements decides"),

  /**
   * What the panes of a window say together: how many there are depends on processing time, on the
   * order in which sessions grow, or on how the watermark moves between elements.
   */
  ANY_MOMENT("but for when panes fire");

  private final String remark;

  BatchPromise(String remark) {
    this.remark = remark;
  }

  /** How much of the batch answer that is, in words. */
  String remark() {
    return remark;
  }
}
