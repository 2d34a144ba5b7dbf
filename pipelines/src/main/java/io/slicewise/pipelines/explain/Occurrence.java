package io.slicewise.pipelines.explain;

/**
 * What happens to a key in an example.
 *
 * @param isElement whether it is an element; else the watermark moves
 * @param millis the timestamp of the element, or the new watermark
 */
record Occurrence(boolean isElement, long millis) {
  static Occurrence element(long timestampMillis) {
    return new Occurrence(true, timestampMillis);
  }

  static Occurrence watermark(long millis) {
    return new Occurrence(false, millis);
  }
}
