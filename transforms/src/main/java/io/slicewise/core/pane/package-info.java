/**
 * What a firing is: the pane, its timing and indices, and the settings that shape it.
 *
 * <p>Start at {@link io.slicewise.core.pane.FiredPane}.
 */
package io.slicewise.core.pane;
