/**
 * Which slices and windows a timestamp touches. Pure arithmetic on milliseconds since the epoch.
 *
 * <p>Start at {@link io.slicewise.core.window.WindowPlan}. Not here: what is stored of a slice
 * ({@code slice}), and when a window fires ({@code trigger}).
 */
package io.slicewise.core.window;
