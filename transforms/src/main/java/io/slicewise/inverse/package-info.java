/**
 * Functions that can take back what they merged, so that a pane of a sliding window is made of the
 * one before.
 *
 * <p>Start at {@link io.slicewise.inverse.Inverses}.
 */
package io.slicewise.inverse;
