/**
 * Windows that trail the elements of a key, as Kafka's sliding windows do.
 *
 * <p>Start at {@link io.slicewise.core.trailing.TrailingWindowGroup}.
 *
 * <pre>
 * element, watermark ----> TrailingWindowGroup
 *                                 |
 *                          TrailingState --- PartialsByTime   one partial for each timestamp,
 *                                                             shared by all windows
 * </pre>
 *
 * <p>Which windows there are follows from the timestamps, so that windows are not stored.
 */
package io.slicewise.core.trailing;
