package io.slicewise.core.pane;

/** Whether a pane that holds nothing new is emitted, when a window ends or expires. */
public enum FiringBehavior {
  /** The pane is emitted even when it is empty. */
  FIRE_ALWAYS,
  /** The pane is emitted only if an element came since the last one. */
  FIRE_IF_NON_EMPTY
}
