/**
 * Functions that people aggregate with, and that merge well: Beam {@code CombineFn}s for {@code
 * Combine} and for {@code SlicedWindowAggregate} alike.
 *
 * <p>Merging any split of the input gives what one pass gives: exactly, or within the error that
 * the function states. Every accumulator has a compact coder. What Beam has and merges well is not
 * here again: {@code Count}, {@code Sum} of integers, {@code Top}, {@code CombineFns.compose}.
 *
 * <pre>{@code
 * Statistics      moments, mean, variance, standard deviation, weighted mean, sum
 * Extremes        min, max, first, last
 * Rates           count and sum per unit of time
 * Frequencies     the most frequent values
 * DistinctValues  the set of the values, and its size
 * Aggregations    filters and maps what any function takes, and maps what it gives
 * sketch          approximate distinct counts and quantiles; needs Apache DataSketches
 * }</pre>
 *
 * @serial exclude
 */
package io.slicewise.aggregate;
