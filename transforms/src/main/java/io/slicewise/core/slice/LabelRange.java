package io.slicewise.core.slice;

/**
 * Segments of a slice, by the firing sequence number they are labelled with.
 *
 * @param after segments must be newer than this
 * @param upTo and not newer than this
 */
public record LabelRange(long after, long upTo) {
  /** Less than every label: the last firing of a window that has not fired. */
  public static final long BEFORE_ALL = -1;

  /** Every segment. */
  public static final LabelRange ALL = new LabelRange(BEFORE_ALL, Long.MAX_VALUE);

  /** What came after the firing with {@code label}. */
  public static LabelRange after(long label) {
    return label == BEFORE_ALL ? ALL : new LabelRange(label, Long.MAX_VALUE);
  }

  /** What the firing with {@code label} and those before it have seen. */
  public static LabelRange upTo(long label) {
    return new LabelRange(BEFORE_ALL, label);
  }

  boolean contains(long label) {
    return after < label && label <= upTo;
  }
}
