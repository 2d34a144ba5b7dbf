/**
 * Aggregates over elements in order of event time: SQL's OVER, and windows of a number of elements.
 *
 * <p>Start at {@link io.slicewise.core.ordered.OrderedElements}.
 *
 * <pre>
 * element ----> WaitingElements ---- in order, once the watermark is beyond ----> Frames
 *               what may still come                                                 |
 *               before others                                                   FoldQueue
 * </pre>
 */
package io.slicewise.core.ordered;
