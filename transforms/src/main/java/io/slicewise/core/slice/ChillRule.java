package io.slicewise.core.slice;

/**
 * When slices that are not needed for the time being are put apart from the rest of the state.
 *
 * <p>It pays where a key has many slices: whatever is read or written of a key, but single
 * elements, then leaves most of them alone. A few pages go at a time, as all that is apart is
 * written then.
 *
 * @param fewestSlices of how many slices of a key on
 * @param fewestPages how many pages must be idle
 */
public record ChillRule(int fewestSlices, int fewestPages) {
  /** What moves the fewest bytes for sums, and more for larger accumulators. */
  public static final ChillRule USUAL = new ChillRule(128, 4);

  /** Keeps all slices together. */
  public static final ChillRule NEVER = new ChillRule(Integer.MAX_VALUE, 1);
}
