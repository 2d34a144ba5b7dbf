package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/** How the events of a scenario become the input of a pipeline. */
public interface EventInput {
  /**
   * Adds a source of the events of {@code scenario} to {@code pipeline}.
   *
   * @param name what the names of its steps begin with
   * @param aggregate what tells the type and the coder of the values
   */
  <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate);
}
