/**
 * Records of a stream, aggregated by options: {@link
 * io.slicewise.pipelines.aggregates.AggregationOptions} are what a user may set, {@link
 * io.slicewise.pipelines.aggregates.AggregationSettings} what has been checked, and {@link
 * io.slicewise.pipelines.aggregates.AggregateRecords} does it. Where records come from and where
 * results go is up to the pipelines.
 */
package io.slicewise.pipelines.aggregates;
