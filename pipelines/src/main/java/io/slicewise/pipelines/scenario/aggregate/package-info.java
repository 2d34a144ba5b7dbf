/**
 * The aggregates of scenarios as Beam {@code CombineFn}s: Beam's own where there is one, small ones
 * otherwise. {@link io.slicewise.pipelines.scenario.aggregate.Aggregate} is the entry.
 */
package io.slicewise.pipelines.scenario.aggregate;
