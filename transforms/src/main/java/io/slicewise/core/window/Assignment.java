package io.slicewise.core.window;

/** By which time an element is put into windows. */
public enum Assignment {
  /** By its own timestamp. */
  TIMESTAMP,
  /**
   * By the stream time of its key at its arrival: the largest of the watermark and the timestamps
   * the key has had, the element's own included. No element is late then.
   */
  STREAM_TIME
}
