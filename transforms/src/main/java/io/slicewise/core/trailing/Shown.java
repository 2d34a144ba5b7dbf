package io.slicewise.core.trailing;

import io.slicewise.core.slice.Folded;

/**
 * What a window shows before an element comes.
 *
 * @param folded what is in it; null if nobody wants to take it back
 * @param <A> the type of the accumulators
 */
record Shown<A>(Folded<A> folded) {}
