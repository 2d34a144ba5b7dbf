package io.slicewise.core.pane;

import java.io.Serializable;

/**
 * Which panes are left out and which are added, beyond what Beam has settings for.
 *
 * @param repeats what becomes of a pane that repeats what its window shows already
 * @param fillIdleMillis how long after the start of the last window with data an empty window may
 *     start and still fire at its end, or {@link #NO_FILL}
 * @param earlyForNextOnly whether only the window that closes next fires early panes
 */
public record Emission(Repeats repeats, long fillIdleMillis, boolean earlyForNextOnly)
    implements Serializable {
  /** Empty windows do not fire. */
  public static final long NO_FILL = -1;

  /** As in Beam. */
  public static final Emission AS_IN_BEAM = new Emission(Repeats.EMITTED, NO_FILL, false);

  /** Whether empty windows fire. */
  public boolean fills() {
    return fillIdleMillis != NO_FILL;
  }
}
