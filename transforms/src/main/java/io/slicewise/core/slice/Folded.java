package io.slicewise.core.slice;

/**
 * The fold of the slices of a window.
 *
 * @param accumulator a private accumulator, which the caller may change
 * @param merges how many accumulators were merged for it
 * @param <A> the type of the accumulator
 */
public record Folded<A>(A accumulator, int merges) {}
