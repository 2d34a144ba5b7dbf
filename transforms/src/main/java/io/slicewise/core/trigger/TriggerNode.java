package io.slicewise.core.trigger;

import java.util.List;

/**
 * One trigger of a tree, at work. The rules are those of Beam's state machines in {@code
 * org.apache.beam.runners.core.triggers}; nodes are stateless, what they remember is in {@link
 * TriggerState}.
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

  /**
   * Windows have become one.
   *
   * @param parts the states of the windows
   * @param merged a state of its own: a copy of that of the part with the same bounds as the merged
   *     window if there is one, else new
   * @param context of the merged window
   */
  abstract void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context);

  final void mergeChildren(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
    for (TriggerNode child : children) {
      child.onMerge(parts, merged, context);
    }
  }

  final boolean isFinishedInAll(List<TriggerState> parts) {
    return parts.stream().allMatch(this::isFinished);
  }

  final boolean isFinishedInAny(List<TriggerState> parts) {
    return parts.stream().anyMatch(this::isFinished);
  }

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

  /** Shows an element to the first child that has not finished, or to all. */
  final void showElement(TriggerState state, TriggerContext context, boolean toAll) {
    if (toAll) {
      for (TriggerNode child : children) {
        child.onElement(state, context);
      }
      return;
    }
    TriggerNode current = firstUnfinishedChild(state);
    if (current != null) {
      current.onElement(state, context);
    }
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
