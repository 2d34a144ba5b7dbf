package io.slicewise.core.slice;

/**
 * When slices that are not needed for the time being are put apart from the rest of the state.
 *
 * <p>It pays where windows share many slices: whatever is read or written of a key, but single
 * elements, then leaves most of them alone. Slices of windows that share few are needed again as
 * soon as the watermark comes to them.
 *
 * @param fewestSlicesOfWindow of how many slices of a window on
 * @param fewestIdleSlices how many slices must be idle: many go at a time, as all that is apart is
 *     written then
 */
public record ChillRule(long fewestSlicesOfWindow, int fewestIdleSlices) {
  /** What moves few bytes for sums. */
  public static final ChillRule USUAL = new ChillRule(128, 64);

  /** Keeps all slices together. */
  public static final ChillRule NEVER = new ChillRule(Long.MAX_VALUE, Integer.MAX_VALUE);

  /** Whether any slices are put apart where windows have so many. */
  public boolean appliesTo(long slicesOfWindow) {
    return slicesOfWindow >= fewestSlicesOfWindow;
  }
}
