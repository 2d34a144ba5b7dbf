package io.slicewise.core.slice;

/**
 * A part of a slice, cut from the next by a firing: what a window that discards fired panes has
 * seen of a slice is a number of its oldest segments.
 *
 * @param <A> the type of the accumulator
 */
final class Segment<A> {
  /** The firing sequence number of the key when the newest element came. */
  private long label;

  private final Partial<A> partial;

  Segment(long label, Partial<A> partial) {
    this.label = label;
    this.partial = partial;
  }

  long label() {
    return label;
  }

  void relabel(long newLabel) {
    this.label = newLabel;
  }

  Partial<A> partial() {
    return partial;
  }
}
