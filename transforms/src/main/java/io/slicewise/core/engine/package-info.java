/**
 * The logic of one key, whatever its windows.
 *
 * <p>Start at {@link io.slicewise.core.engine.KeyEngine}: it takes an element or a change of time
 * and the state of the key, and returns a {@link io.slicewise.core.engine.Step}: the panes to emit,
 * what became of the element, and the timers to set. What windows there are is up to its {@link
 * io.slicewise.core.engine.WindowGroup}s.
 */
package io.slicewise.core.engine;
