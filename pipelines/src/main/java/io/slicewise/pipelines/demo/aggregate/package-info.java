/**
 * What the demo computes per window, in one pass: a {@link io.slicewise.pipelines.tally.TallyFn}
 * collects a {@link io.slicewise.pipelines.tally.Tally}, of which an {@link
 * io.slicewise.pipelines.demo.aggregate.Aggregate} shows what was asked for.
 */
package io.slicewise.pipelines.demo.aggregate;
