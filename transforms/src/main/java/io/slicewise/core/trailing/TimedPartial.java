package io.slicewise.core.trailing;

import io.slicewise.core.slice.Partial;

/**
 * The aggregate of the elements of one timestamp.
 *
 * @param timestampMillis the timestamp
 * @param partial the aggregate
 * @param <A> the type of the accumulator
 */
record TimedPartial<A>(long timestampMillis, Partial<A> partial) {}
