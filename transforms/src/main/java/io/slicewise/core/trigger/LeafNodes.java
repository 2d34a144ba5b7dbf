package io.slicewise.core.trigger;

import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;

/** The triggers without parts. */
final class LeafNodes {
  private LeafNodes() {}

  /** The default trigger, and the one that fires once at the end of the window. */
  static final class EndOfWindowNode extends TriggerNode {
    private final boolean finishes;

    EndOfWindowNode(int index, boolean finishes) {
      super(index, NO_CHILDREN);
      this.finishes = finishes;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      if (!context.isWindowOver()) {
        context.timers().armEndOfWindow();
      }
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      return context.isWindowOver();
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      if (finishes) {
        finish(state);
      }
    }
  }

  static final class AfterPaneNode extends TriggerNode {
    private final int slot;
    private final int count;

    AfterPaneNode(int index, int slot, int count) {
      super(index, NO_CHILDREN);
      this.slot = slot;
      this.count = count;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      state.setSlot(slot, elements(state) + 1);
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      return elements(state) >= count;
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      clear(state);
      finish(state);
    }

    @Override
    void clear(TriggerState state) {
      state.setSlot(slot, TriggerState.EMPTY);
    }

    private long elements(TriggerState state) {
      return Math.max(0, state.slot(slot));
    }
  }

  static final class AfterProcessingTimeNode extends TriggerNode {
    private final int slot;
    private final AfterProcessingTime spec;

    AfterProcessingTimeNode(int index, int slot, AfterProcessingTime spec) {
      super(index, NO_CHILDREN);
      this.slot = slot;
      this.spec = spec;
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {
      if (state.slot(slot) == TriggerState.EMPTY) {
        long target = spec.targetFrom(context.processingTimeMillis());
        state.setSlot(slot, target);
        context.timers().armProcessingTime(target);
      }
    }

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      long target = state.slot(slot);
      return target != TriggerState.EMPTY && context.processingTimeMillis() > target;
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      clear(state);
      finish(state);
    }

    @Override
    void clear(TriggerState state) {
      state.setSlot(slot, TriggerState.EMPTY);
    }
  }

  static final class NeverNode extends TriggerNode {
    NeverNode(int index) {
      super(index, NO_CHILDREN);
    }

    @Override
    void onElement(TriggerState state, TriggerContext context) {}

    @Override
    boolean shouldFire(TriggerState state, TriggerContext context) {
      return false;
    }

    @Override
    void onFire(TriggerState state, TriggerContext context) {
      throw new IllegalStateException("Never does not fire");
    }
  }
}
