/**
 * What is stored of a window that fires, whatever its kind.
 *
 * <p>Start at {@link io.slicewise.core.firing.FiringRecord}.
 */
package io.slicewise.core.firing;
