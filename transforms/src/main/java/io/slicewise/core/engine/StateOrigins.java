package io.slicewise.core.engine;

import java.io.Serializable;

/**
 * Which states an engine takes: its own, and those of the windowing that it is said to take the
 * place of.
 *
 * @param own what its states say
 * @param earlierOrNull what those of the earlier windowing say, or null (an Optional cannot be
 *     serialized)
 */
public record StateOrigins(StateOrigin own, StateOrigin earlierOrNull) implements Serializable {

  /** Takes its own states only. */
  public StateOrigins(StateOrigin own) {
    this(own, null);
  }

  /** Whether a state is of the earlier windowing. */
  boolean isEarlier(StateOrigin stored) {
    return earlierOrNull != null && stored.isOf(earlierOrNull);
  }

  /**
   * Checks the state of windows, of which nothing but the fingerprint may be known.
   *
   * @throws IllegalStateException if it is neither an own one nor of the earlier windowing
   */
  void checkWindows(int fingerprint) {
    boolean known =
        fingerprint == own.fingerprint()
            || (earlierOrNull != null && fingerprint == earlierOrNull.fingerprint());
    if (!known) {
      throw new IllegalStateException(
          "State of other windows: the windows, trigger, accumulation mode or timestamp combiner"
              + " must be those that the state was written with"
              + (earlierOrNull == null ? "" : ", or those of withStateOf")
              + ". Change them back, name the windows of the state by withStateOf, or start without"
              + " the old state, under another step name.");
    }
  }

  /**
   * Checks all that a state says.
   *
   * @throws IllegalStateException if it is of other windows, or of a shorter allowed lateness
   */
  void check(StateOrigin stored) {
    checkWindows(stored.fingerprint());
    if (isEarlier(stored)) {
      return;
    }
    if (stored.fingerprint() != own.fingerprint()) {
      throw new IllegalStateException(
          "withStateOf: the allowed lateness must be the "
              + stored.latenessMillis().get(0)
              + " ms that the state was written with but is "
              + earlierOrNull.latenessMillis().get(0)
              + " ms. Name the windows as they were.");
    }
    int grown = stored.firstGrown(own);
    if (grown >= 0) {
      throw new IllegalStateException(
          "allowedLateness"
              + (own.latenessMillis().size() > 1 ? " of windows " + (grown + 1) : "")
              + ": must be at most the "
              + stored.latenessMillis().get(grown)
              + " ms that the state was written with but is "
              + own.latenessMillis().get(grown)
              + " ms: windows that had expired would come back without their elements. Make it"
              + " shorter, name the windows of the state by withStateOf, or start without the old"
              + " state, under another step name.");
    }
  }
}
