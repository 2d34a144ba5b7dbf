/**
 * Running scenarios: {@link io.slicewise.pipelines.scenario.run.EngineScenarioRunner} on the pure
 * engine, {@link io.slicewise.pipelines.scenario.run.PipelineScenarioRunner} as pipelines.
 */
package io.slicewise.pipelines.scenario.run;
