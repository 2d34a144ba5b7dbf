package io.slicewise.pipelines.dataflow;

import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsRegistrar;

/** Makes the options of the templates known to Beam, which lists them in its help. */
public final class TemplateOptionsRegistrar implements PipelineOptionsRegistrar {
  @Override
  public Iterable<Class<? extends PipelineOptions>> getPipelineOptions() {
    return List.of(PubsubToBigQueryOptions.class, FilesToBigQueryOptions.class);
  }
}
