/**
 * Scenarios: a window specification, a script of events, and the panes that must come out.
 *
 * <p>{@link io.slicewise.pipelines.scenario.Scenario} is the value; {@link
 * io.slicewise.pipelines.scenario.ScenarioReader} and {@link
 * io.slicewise.pipelines.scenario.ScenarioWriter} are its JSON form, which {@code
 * docs/scenario-format.md} describes. Running one is the business of {@code ...scenario.run}.
 */
package io.slicewise.pipelines.scenario;
