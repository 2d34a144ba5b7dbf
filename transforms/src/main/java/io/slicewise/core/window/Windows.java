package io.slicewise.core.window;

import java.io.Serializable;

/**
 * One kind of windows with its settings: which windows there are. What is done with them is up to
 * the window group made for the kind.
 */
public interface Windows extends Serializable {
  /** Whether a key can have one window after another, each of which ends. */
  default boolean hasEnd() {
    return true;
  }
}
