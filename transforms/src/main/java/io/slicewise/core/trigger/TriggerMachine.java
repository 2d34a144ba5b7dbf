package io.slicewise.core.trigger;

import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a {@link TriggerSpec} for one window at a time. Stateless: what is remembered of a window is
 * its {@link TriggerState}, which the methods change.
 *
 * @see "org.apache.beam.runners.core.triggers.TriggerStateMachineRunner"
 */
public final class TriggerMachine {
  /** How many triggers a tree may have. */
  public static final int MAX_TRIGGERS = Long.SIZE;

  private final TriggerNode root;
  private final int slotCount;
  private final boolean dormantUntilEnd;
  private final boolean neverFires;
  private final int[] targetSlots;
  private final boolean keepsLeftOverTimers;

  /**
   * A machine for {@code spec}, for windows that do not merge.
   *
   * @throws IllegalArgumentException if the tree has more than {@link #MAX_TRIGGERS} triggers
   */
  public TriggerMachine(TriggerSpec spec) {
    this(spec, false);
  }

  /**
   * A machine for {@code spec}, for windows that may merge.
   *
   * @throws IllegalArgumentException if the tree has more than {@link #MAX_TRIGGERS} triggers
   */
  public static TriggerMachine forMergingWindows(TriggerSpec spec) {
    return new TriggerMachine(spec, true);
  }

  private TriggerMachine(TriggerSpec spec, boolean merging) {
    Compiler compiler = new Compiler(merging);
    this.root = compiler.compile(spec);
    if (compiler.nextIndex > MAX_TRIGGERS) {
      throw new IllegalArgumentException(
          "trigger: must be made of at most "
              + MAX_TRIGGERS
              + " triggers but has "
              + compiler.nextIndex
              + ". Use a simpler trigger.");
    }
    this.slotCount = compiler.nextSlot;
    this.targetSlots = compiler.targetSlots.stream().mapToInt(Integer::intValue).toArray();
    this.keepsLeftOverTimers = Dormancy.mayBecomeReadyUnawares(spec);
    this.dormantUntilEnd = Dormancy.isDormantUntilEnd(spec);
    this.neverFires = spec instanceof Never;
  }

  /** The state of a window that has had no element. */
  public TriggerState newState() {
    return TriggerState.initial(slotCount);
  }

  /**
   * Whether the trigger does nothing with the elements of a window that is not over, except to wait
   * for its end. Such a window needs no {@link TriggerState} until then.
   */
  public boolean isDormantUntilEnd() {
    return dormantUntilEnd;
  }

  /** Whether windows fire only when they expire. */
  public boolean neverFires() {
    return neverFires;
  }

  /** Whether the trigger reads the processing time. */
  public boolean usesProcessingTime() {
    return targetSlots.length > 0;
  }

  /**
   * The processing times that a window still waits for, in order, if the timers of earlier firings
   * no longer matter; else null.
   */
  public long[] currentTargets(TriggerState state) {
    if (keepsLeftOverTimers) {
      return null;
    }
    long[] targets = new long[targetSlots.length];
    int count = 0;
    for (int slot : targetSlots) {
      if (state.slot(slot) != TriggerState.EMPTY) {
        targets[count++] = state.slot(slot);
      }
    }
    return Arrays.stream(targets, 0, count).sorted().distinct().toArray();
  }

  /** Takes note of an element. */
  public void onElement(TriggerState state, TriggerContext context) {
    root.onElement(state, context);
  }

  /** Whether the window should fire now. */
  public boolean shouldFire(TriggerState state, TriggerContext context) {
    return root.shouldFire(state, context);
  }

  /** Takes note that the window fires; only if {@link #shouldFire}. */
  public void onFire(TriggerState state, TriggerContext context) {
    root.onFire(state, context);
  }

  /**
   * The state of a window that others have become.
   *
   * @param parts the states of the others
   * @param sameWindow the one of {@code parts} whose window has the bounds of the new one, or null
   * @param context of the new window
   */
  public TriggerState merge(
      List<TriggerState> parts, TriggerState sameWindow, TriggerContext context) {
    TriggerState merged = sameWindow == null ? newState() : sameWindow.copy();
    root.onMerge(parts, merged, context);
    return merged;
  }

  /** Whether the trigger has finished, so that the window takes no further element. */
  public boolean isFinished(TriggerState state) {
    return root.isFinished(state);
  }

  /** Numbers the triggers of a tree in preorder and gives slots to those that need one. */
  private static final class Compiler {
    private final boolean merging;
    private int nextIndex;
    private int nextSlot;
    private final List<Integer> targetSlots = new ArrayList<>();

    private Compiler(boolean merging) {
      this.merging = merging;
    }

    TriggerNode compile(TriggerSpec spec) {
      int index = nextIndex++;
      if (spec instanceof DefaultTrigger) {
        return new LeafNodes.EndOfWindowNode(index, false);
      } else if (spec instanceof AfterEndOfWindow) {
        return new LeafNodes.EndOfWindowNode(index, true);
      } else if (spec instanceof Never) {
        return new LeafNodes.NeverNode(index);
      } else if (spec instanceof AfterPane afterPane) {
        return new LeafNodes.AfterPaneNode(index, nextSlot++, afterPane.count());
      } else if (spec instanceof AfterProcessingTime afterProcessingTime) {
        targetSlots.add(nextSlot);
        return new LeafNodes.AfterProcessingTimeNode(index, nextSlot++, afterProcessingTime);
      } else if (spec instanceof EarlyAndLate earlyAndLate) {
        return compileEarlyAndLate(index, earlyAndLate);
      } else if (spec instanceof Repeatedly repeatedly) {
        return new CompositeNodes.RepeatedlyNode(index, compile(repeatedly.of()));
      } else if (spec instanceof OrFinally orFinally) {
        TriggerNode main = compile(orFinally.main());
        return new CompositeNodes.OrFinallyNode(index, main, compile(orFinally.until()));
      } else if (spec instanceof AfterEach afterEach) {
        return new CompositeNodes.AfterEachNode(index, merging, compileAll(afterEach.of()));
      } else if (spec instanceof AfterFirst afterFirst) {
        return new CompositeNodes.AfterFirstNode(index, compileAll(afterFirst.of()));
      } else if (spec instanceof AfterAll afterAll) {
        return new CompositeNodes.AfterAllNode(index, compileAll(afterAll.of()));
      }
      throw new IllegalArgumentException("trigger: unknown kind " + spec);
    }

    private TriggerNode compileEarlyAndLate(int index, EarlyAndLate spec) {
      TriggerNode early = compile(spec.early());
      return spec.late().isPresent()
          ? new CompositeNodes.EarlyAndLateNode(index, merging, early, compile(spec.late().get()))
          : new CompositeNodes.EarlyAndLateNode(index, merging, early);
    }

    private TriggerNode[] compileAll(List<TriggerSpec> specs) {
      TriggerNode[] nodes = new TriggerNode[specs.size()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = compile(specs.get(i));
      }
      return nodes;
    }
  }
}
