package io.slicewise.core.trigger;

import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import java.util.List;

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

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      if (finishes) {
        // a part that has not fired has elements that wait for it
        merged.setFinished(index, isFinishedInAll(parts) && context.isWindowOver());
      } else if (!context.isWindowOver()) {
        context.timers().armEndOfWindow();
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

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      if (isFinishedInAny(parts)) {
        finish(merged);
        clear(merged);
      } else {
        merged.setSlot(slot, parts.stream().mapToLong(this::elements).sum());
      }
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

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {
      if (isFinished(merged)) {
        clear(merged);
        return;
      }
      long earliest =
          parts.stream()
              .mapToLong(part -> part.slot(slot))
              .filter(target -> target != TriggerState.EMPTY)
              .min()
              .orElse(TriggerState.EMPTY);
      merged.setSlot(slot, earliest);
      if (earliest != TriggerState.EMPTY) {
        context.timers().armProcessingTime(earliest);
      }
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

    @Override
    void onMerge(List<TriggerState> parts, TriggerState merged, TriggerContext context) {}
  }
}
