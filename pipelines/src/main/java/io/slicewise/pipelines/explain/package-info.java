/**
 * {@code slicewise explain}: what given windows and a trigger do, by asking the engine. A {@link
 * io.slicewise.pipelines.explain.Question} is run on one key, {@link
 * io.slicewise.pipelines.explain.Example} for the drawing and {@link
 * io.slicewise.pipelines.explain.Cost} for the figures; nothing here computes what the engine
 * knows.
 */
package io.slicewise.pipelines.explain;
