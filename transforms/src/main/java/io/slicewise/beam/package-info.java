/**
 * Beam transforms that aggregate windows by shared slices: the adapter between Beam and the engine
 * of {@code io.slicewise.core}.
 *
 * <p>Start at {@link io.slicewise.beam.SlicedWindowAggregate}. Nothing here decides what a window
 * holds or when it fires; that is the engine's.
 *
 * <pre>{@code
 * when a pipeline is built                      while it runs, per key
 *
 * SlicedWindowAggregate                         element or timer
 *   Windowing     Window -> WindowingSpec         |
 *     WindowPlans   WindowFn -> Windows           v        WatermarkClock
 *     TriggerSpecs  Trigger -> TriggerSpec      SliceDoFn <-- state (KeyStateCoder)
 *   AggregateCoders     of all that is sent       |   ^
 *   CombineFnAggregate  CombineFn and coder       v   | Step: panes, outcome, timers
 *   Capabilities        what a runner lacks     KeyEngine
 *                                                 |
 *                                                 +--> PaneOutput (values or Changes), LateElement,
 *                                                      StepMetrics
 * }</pre>
 *
 * <p>Before {@code SliceDoFn}, {@code ShuffleSteps} may put steps that merge elements of a slice:
 * {@code PreAggregate} those of a bundle, {@code AggregateShards} those of a shard of a hot key.
 * {@code PreAggregationRules} tell where. Between the steps go {@code RawOrPartial}s.
 *
 * <p>{@code CheckElements} comes before all of it, if there is a handler for bad records.
 *
 * <p>{@link io.slicewise.beam.OverAggregate} and {@link io.slicewise.beam.CountWindowAggregate} run
 * the same {@code SliceDoFn} with another {@code KeyedAggregation}.
 */
package io.slicewise.beam;
