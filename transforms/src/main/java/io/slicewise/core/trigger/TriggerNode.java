package io.slicewise.core.trigger;

/**
 * One trigger of a tree, at work. The rules are those of Beam's state machines in {@code
 * org.apache.beam.runners.core.triggers}, for windows that do not merge; nodes are stateless, what
 * they remember is in {@link TriggerState}.
 */
abstract class TriggerNode {
  static final TriggerNode[] NO_CHILDREN = {};

  /** Position in preorder; the subtree is {@code [index, endIndex)}. */
  final int index;

  final int endIndex;
  final TriggerNode[] children;

  TriggerNode(int index, TriggerNode... children) {
    this.index = index;
    this.children = children;
    this.endIndex = children.length == 0 ? index + 1 : children[children.length - 1].endIndex;
  }

  abstract void onElement(TriggerState state, TriggerContext context);

  abstract boolean shouldFire(TriggerState state, TriggerContext context);

  /** Called only if {@link #shouldFire}. */
  abstract void onFire(TriggerState state, TriggerContext context);

  /** Forgets counts and targets, not what has finished. */
  void clear(TriggerState state) {
    for (TriggerNode child : children) {
      child.clear(state);
    }
  }

  final boolean isFinished(TriggerState state) {
    return state.isFinished(index);
  }

  final void finish(TriggerState state) {
    state.setFinished(index, true);
  }

  final void unfinish(TriggerState state) {
    state.setFinished(index, false);
  }

  /** The first child that has not finished, or null. */
  final TriggerNode firstUnfinishedChild(TriggerState state) {
    for (TriggerNode child : children) {
      if (!child.isFinished(state)) {
        return child;
      }
    }
    return null;
  }
}
