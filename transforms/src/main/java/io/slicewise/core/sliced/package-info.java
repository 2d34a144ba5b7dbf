/**
 * Windows that share slices: what most window kinds are.
 *
 * <p>Start at {@link io.slicewise.core.sliced.SlicedWindows}.
 *
 * <pre>
 * element, watermark,    SlicedWindows --- KeyTimers      when to wake the key again
 * processing time   ---->      |       \-- WindowFiring   trigger, fold, pane
 *                              v
 *                         SlicedState  --- SliceStore     slices, shared by all windows
 *                                      \-- WindowRecord   windows that differ from the others
 * </pre>
 */
package io.slicewise.core.sliced;
