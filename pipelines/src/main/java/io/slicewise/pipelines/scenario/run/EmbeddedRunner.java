package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Scenario;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * A runner that runs pipelines inside this process, and how scenarios are put to it.
 *
 * @param name what results call it
 * @param scenariosPerPipeline how many scenarios one pipeline may run, side by side
 * @param newOptions the options of a pipeline, made anew for each
 * @param input how the events of a scenario become the input of a pipeline
 * @param limits why it cannot run a scenario; nothing if it can
 */
public record EmbeddedRunner(
    String name,
    int scenariosPerPipeline,
    Supplier<PipelineOptions> newOptions,
    EventInput input,
    Function<Scenario, List<String>> limits) {}
