/**
 * Approximate aggregations by sketches, whose accumulators stay small however much comes.
 *
 * <p>They need {@code org.apache.datasketches:datasketches-java:6.2.0}, which is an optional
 * dependency: declare it beside this library to use them.
 *
 * <pre>{@code
 * ApproximateDistinct  how many different values, by HyperLogLog    -> DistinctEstimate
 * Quantiles            which value is larger than a share, by KLL   -> QuantileEstimate
 * }</pre>
 *
 * @serial exclude
 */
package io.slicewise.aggregate.sketch;
