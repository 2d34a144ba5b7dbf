package io.slicewise.core.pane;

/**
 * A row with the aggregate of its frame.
 *
 * @param value the row's own value
 * @param aggregate the aggregate of the rows of its frame
 * @param <V> the type of the value
 * @param <O> the type of the aggregate
 */
public record OverRow<V, O>(V value, O aggregate) {}
