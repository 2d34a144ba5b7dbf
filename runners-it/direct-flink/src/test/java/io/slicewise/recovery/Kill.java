package io.slicewise.recovery;

/**
 * An end that a job does not survive.
 *
 * @param kind what ends it
 * @param position after how many events of the input it is due; it comes at the next occasion
 */
record Kill(Kind kind, int position) {

  /** What ends a job. */
  enum Kind {
    /** The source fails. */
    READING,
    /** The source fails while a checkpoint is taken. */
    CHECKPOINT,
    /** The function fails when it is given an element. */
    ELEMENT,
    /** The function fails when a pane is computed. */
    FIRING,
    /** The coder of the accumulators fails, when state is written or a checkpoint is taken. */
    STATE,
    /** The step that a pane goes to fails, and the state of the firing is not written. */
    PANE,
    /** The end of a bundle fails after panes. */
    BUNDLE,
    /** A task manager goes, and the tasks in it. */
    TASK_MANAGER
  }
}
