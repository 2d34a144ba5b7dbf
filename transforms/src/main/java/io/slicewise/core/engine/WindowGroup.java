package io.slicewise.core.engine;

import io.slicewise.core.slice.ColdPages;
import java.util.function.Supplier;

/**
 * Windows of one key that share what they store, and what they do with the events of the key: one
 * kind of windows at work. Deterministic and without side effects but on the state it is given and
 * on the {@link StepBuilder}, which takes what should happen.
 *
 * <p>A {@link KeyEngine} calls the groups of a key in turn. Before an element or a move of the
 * processing time, everything that is due by the watermark is done.
 *
 * @param <V> the type of the elements
 * @param <S> the type of the state
 * @param <O> the type of the aggregates
 */
public interface WindowGroup<V, S extends GroupState, O> {
  /** The state of a key that has had no element. */
  S newState();

  /**
   * Gives access to what {@link #chill} has put apart, before anything else is done with a state.
   *
   * @param cold reads what was last put apart; asked once at most
   */
  default void lend(S state, Supplier<ColdPages> cold) {}

  /**
   * Puts apart what is not needed for the time being, after anything has been done with a state.
   *
   * @return all that is to be kept apart from now on, or null if that is as before
   */
  default ColdPages chill(S state) {
    return null;
  }

  /**
   * Makes a state from before an update one of these windows.
   *
   * @param ofEarlierWindows whether it is of the windows that these are said to take the place of;
   *     if not, its allowed lateness was longer
   * @param watermarkMillis the watermark of the key: all that was due by it has been done
   */
  default void adopt(S state, boolean ofEarlierWindows, long watermarkMillis) {}

  /**
   * Called before each event after an update: if nothing is stored of a key, it has had no element,
   * or all that it had has expired, maybe before the update.
   */
  default void start(S state, long watermarkMillis) {}

  /** Whether the processing time matters. */
  boolean usesProcessingTime();

  /** Does everything that is due by the watermark; only called if {@link #pending} is due. */
  void onWatermark(S state, StepBuilder<O> step);

  /** Does everything that is due by the processing time. */
  void onProcessingTime(S state, StepBuilder<O> step);

  /** Takes an element. */
  ElementOutcome onElement(S state, V value, long timestampMillis, StepBuilder<O> step);

  /**
   * The timers that the windows wait for. Whenever there is something to be stored, there is an
   * event-time timer.
   */
  TimerRequest pending(S state);

  /**
   * The last watermark at which an element with {@code timestampMillis} counts in a window; at any
   * later one it is too late for all.
   */
  long expiryOf(long timestampMillis);
}
