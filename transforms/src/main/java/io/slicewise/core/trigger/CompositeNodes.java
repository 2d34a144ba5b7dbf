package io.slicewise.core.trigger;

import java.util.List;

/**
 * The triggers made of others. Where windows merge, all parts of a trigger see every element: a
 * merge may bring back a part that has finished, or reach one that has not begun.
 */
final class CompositeNodes {
  private CompositeNodes() {}

  /** Early firings until the window is over, late ones after it. */
  static final class EarlyAndLateNode extends TriggerNode {
    private final TriggerNode early;

    /** Null if the trigger finishes with the firing at the end of the window. */
    private final TriggerNode late;

    private final boolean merging;

    EarlyAndLateNode(int index, boolean merging, TriggerNode early) {
      super(index, early);
      this.early = early;
      this.late = null;
      this.merging = merging;
    }

    EarlyAndLateNode(int index, boolean merging, TriggerNode early, TriggerNode late) {
      super(index, early, late);
      this.early = early;
      this.late = late;
      this.merging = merging;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      if (!context.isWindowOver()) {
        context.timers().armEndOfWindow();
      }
      showElement(state, context, merging);
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      if (!early.isFinished(state)) {
        return early.shouldFire(state, context) || context.isWindowOver();
      }
      return late != null && late.shouldFire(state, context);
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      if (early.isFinished(state)) {
        fireLate(state, context);
      } else if (context.isWindowOver()) {
        fireAtEnd(state, context);
      } else {
        early.onFire(state, context);
        early.clear(state);
        early.unfinish(state);
      }
    }

    private void fireAtEnd(TriggerState state, TriggerContext context) {
      if (early.shouldFire(state, context)) {
        early.onFire(state, context);
      }
      early.finish(state);
      early.clear(state);
      if (late == null) {
        finish(state);
      } else {
        late.clear(state);
      }
    }

    private void fireLate(TriggerState state, TriggerContext context) {
      if (late == null) {
        finish(state);
        return;
      }
      late.onFire(state, context);
      late.clear(state);
      late.unfinish(state);
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      if (isFinishedAtEnd(parts, context)) {
        early.finish(merged);
        if (late != null) {
          late.onMerge(parts, merged, context);
        }
        return;
      }
      early.onMerge(parts, merged, context);
      early.unfinish(merged);
      if (late != null) {
        late.onMerge(parts, merged, context);
        late.unfinish(merged);
        late.clear(merged);
      }
    }

    private boolean isFinishedAtEnd(List<TriggerState> parts, TriggerContext context) {
      return early.isFinishedInAll(parts) && context.isWindowOver();
    }
  }

  static final class RepeatedlyNode extends TriggerNode {
    private final TriggerNode repeated;

    RepeatedlyNode(int index, TriggerNode repeated) {
      super(index, repeated);
      this.repeated = repeated;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      repeated.onElement(state, context);
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      return repeated.shouldFire(state, context);
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      repeated.onFire(state, context);
      if (repeated.isFinished(state)) {
        state.setUnfinished(repeated.index, repeated.endIndex);
        repeated.clear(state);
      }
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      repeated.onMerge(parts, merged, context);
    }
  }

  static final class OrFinallyNode extends TriggerNode {
    private final TriggerNode main;
    private final TriggerNode until;

    OrFinallyNode(int index, TriggerNode main, TriggerNode until) {
      super(index, main, until);
      this.main = main;
      this.until = until;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      main.onElement(state, context);
      until.onElement(state, context);
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      return main.shouldFire(state, context) || until.shouldFire(state, context);
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      if (until.shouldFire(state, context)) {
        until.onFire(state, context);
        main.clear(state);
      } else {
        main.onFire(state, context);
      }
      finishWithEither(state);
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      mergeChildren(parts, merged, context);
      finishWithEither(merged);
    }

    private void finishWithEither(TriggerState state) {
      state.setFinished(index, main.isFinished(state) || until.isFinished(state));
    }
  }

  static final class AfterEachNode extends TriggerNode {
    private final boolean merging;

    AfterEachNode(int index, boolean merging, TriggerNode... inOrder) {
      super(index, inOrder);
      this.merging = merging;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      showElement(state, context, merging);
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      TriggerNode current = firstUnfinishedChild(state);
      return current != null && current.shouldFire(state, context);
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      firstUnfinishedChild(state).onFire(state, context);
      if (merging) {
        clear(state);
      }
      state.setFinished(index, firstUnfinishedChild(state) == null);
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      boolean earlierFinished = true;
      for (TriggerNode child : children) {
        if (earlierFinished) {
          child.onMerge(parts, merged, context);
          earlierFinished = child.isFinished(merged);
        } else {
          child.clear(merged);
        }
      }
      merged.setFinished(index, firstUnfinishedChild(merged) == null);
    }
  }

  static final class AfterFirstNode extends TriggerNode {
    AfterFirstNode(int index, TriggerNode... of) {
      super(index, of);
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        child.onElement(state, context);
      }
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        if (child.isFinished(state) || child.shouldFire(state, context)) {
          return true;
        }
      }
      return false;
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        if (child.shouldFire(state, context)) {
          child.onFire(state, context);
        } else {
          child.clear(state);
        }
      }
      finish(state);
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      mergeChildren(parts, merged, context);
      boolean anyFinished = false;
      for (TriggerNode child : children) {
        anyFinished |= child.isFinished(merged);
      }
      merged.setFinished(index, anyFinished);
    }
  }

  static final class AfterAllNode extends TriggerNode {
    AfterAllNode(int index, TriggerNode... of) {
      super(index, of);
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        if (!child.isFinished(state)) {
          child.onElement(state, context);
        }
      }
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        if (!child.isFinished(state) && !child.shouldFire(state, context)) {
          return false;
        }
      }
      return true;
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      for (TriggerNode child : children) {
        child.onFire(state, context);
      }
      finish(state);
    }

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      mergeChildren(parts, merged, context);
      merged.setFinished(index, firstUnfinishedChild(merged) == null);
    }
  }
}
