/**
 * The logic of one key.
 *
 * <p>Start at {@link io.slicewise.core.engine.KeyEngine}: it takes an element or a change of time
 * and the state of the key, and returns a {@link io.slicewise.core.engine.Step}: the panes to emit,
 * what became of the element, and the timers to set.
 *
 * <pre>
 * element, watermark,      KeyEngine --- KeyTimers      when to wake the key again
 * processing time   ---->      |    \--- WindowFiring   trigger, fold, pane
 *                              v
 *                          KeyState  --- SliceStore     slices, shared by all windows
 *                                   \--- WindowRecord   windows that differ from the others
 * </pre>
 */
package io.slicewise.core.engine;
