package io.slicewise.core.trigger;

import io.slicewise.core.window.TimeBounds;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A trigger as a value: when a window's content so far is emitted as a pane. The variants are those
 * of Beam's {@code org.apache.beam.sdk.transforms.windowing}, with the same meaning; {@link
 * TriggerMachine} runs them.
 */
public sealed interface TriggerSpec extends Serializable {

  /** Whether every window fires once it is over, if it has not expired by then. */
  default boolean firesAtEnd() {
    return this instanceof DefaultTrigger
        || this instanceof AfterEndOfWindow
        || this instanceof EarlyAndLate;
  }

  /** Whether windows are woken at their end, even if nothing else happens. */
  default boolean wakesAtEnd() {
    return Dormancy.armsEndOfWindow(this);
  }

  /** Fires when the window is over and then for every late element; never finishes. */
  record DefaultTrigger() implements TriggerSpec {}

  /** Fires once, when the window is over. */
  record AfterEndOfWindow() implements TriggerSpec {}

  /**
   * Fires when the window is over, {@code early} again and again before, and {@code late} again and
   * again after; without {@code late} it finishes with the first firing after the end.
   *
   * @param early the early firings; {@link Never} for none
   * @param lateOrNull the late firings, or null (an Optional cannot be serialized)
   */
  record EarlyAndLate(TriggerSpec early, TriggerSpec lateOrNull) implements TriggerSpec {
    /** Checks that the early firings are given. */
    public EarlyAndLate {
      Objects.requireNonNull(early, "early");
    }

    /** A trigger with late firings, or none. */
    public EarlyAndLate(TriggerSpec early, Optional<TriggerSpec> late) {
      this(early, late.orElse(null));
    }

    /** The late firings, if any. */
    public Optional<TriggerSpec> late() {
      return Optional.ofNullable(lateOrNull);
    }
  }

  /**
   * Fires once, when the pane has at least {@code count} elements.
   *
   * @param count 1 or more
   */
  record AfterPane(int count) implements TriggerSpec {
    /** Checks the count. */
    public AfterPane {
      if (count < 1) {
        throw new IllegalArgumentException("count: must be 1 or more but was " + count + ".");
      }
    }
  }

  /**
   * Fires once, when processing time is strictly beyond a target: the time of the first element of
   * the pane, moved by each step in order.
   *
   * @param steps how the target is computed; empty means the time of the first element
   */
  record AfterProcessingTime(List<TimeStep> steps) implements TriggerSpec {
    /** Copies the steps. */
    public AfterProcessingTime {
      steps = List.copyOf(steps);
    }

    /** The target for a pane whose first element arrived at {@code nowMillis}. */
    public long targetFrom(long nowMillis) {
      long target = nowMillis;
      for (TimeStep step : steps) {
        target = step.apply(target);
      }
      return target;
    }
  }

  /** Fires whenever {@code of} does, forever. */
  record Repeatedly(TriggerSpec of) implements TriggerSpec {}

  /** Fires as {@code main} until {@code until} fires, then finishes. */
  record OrFinally(TriggerSpec main, TriggerSpec until) implements TriggerSpec {}

  /** Runs the triggers one after the other, each until it finishes. */
  record AfterEach(List<TriggerSpec> of) implements TriggerSpec {
    /** Copies the list. */
    public AfterEach {
      of = List.copyOf(of);
    }
  }

  /** Fires once, when the first of the triggers would. */
  record AfterFirst(List<TriggerSpec> of) implements TriggerSpec {
    /** Copies the list. */
    public AfterFirst {
      of = List.copyOf(of);
    }
  }

  /** Fires once, when all of the triggers would have. */
  record AfterAll(List<TriggerSpec> of) implements TriggerSpec {
    /** Copies the list. */
    public AfterAll {
      of = List.copyOf(of);
    }
  }

  /** Never fires; the window still gives its last pane when it expires. */
  record Never() implements TriggerSpec {}

  /** One step from the arrival of a pane's first element to its processing-time target. */
  sealed interface TimeStep extends Serializable {
    /** Moves {@code instantMillis} forward. */
    long apply(long instantMillis);
  }

  /**
   * Adds a delay, at most to the end of time.
   *
   * @param millis zero or more
   */
  record Delay(long millis) implements TimeStep {
    @Override
    public long apply(long instantMillis) {
      return instantMillis > TimeBounds.MAX_TIMESTAMP - millis
          ? TimeBounds.MAX_TIMESTAMP
          : instantMillis + millis;
    }
  }

  /**
   * Moves to the next instant that is a multiple of a period away from an offset; such an instant
   * stays.
   *
   * @param periodMillis more than zero
   * @param offsetMillis where the multiples start, since the epoch
   */
  record AlignTo(long periodMillis, long offsetMillis) implements TimeStep {
    @Override
    public long apply(long instantMillis) {
      long past = Math.floorMod(instantMillis - offsetMillis, periodMillis);
      return past == 0 ? instantMillis : instantMillis + periodMillis - past;
    }
  }
}
