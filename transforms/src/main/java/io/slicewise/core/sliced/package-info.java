/**
 * Windows that share slices: what most window kinds are.
 *
 * <p>Start at {@link io.slicewise.core.sliced.SlicedWindows}.
 *
 * <pre>
 * element, watermark,    SlicedWindows    one per key: slices, and the edges they are cut at
 * processing time   ---->      |
 *                              +--- SpecWindows    one per window specification
 *                              |      SpecTimers     when to wake the key again
 *                              |      WindowFiring   trigger, fold, pane
 *                              v
 *                         SlicedState
 *                              +--- SliceStore     slices, shared by all windows
 *                              +--- SpecState      one per window specification
 *                                     WindowRecord   windows that differ from the others
 * </pre>
 */
package io.slicewise.core.sliced;
