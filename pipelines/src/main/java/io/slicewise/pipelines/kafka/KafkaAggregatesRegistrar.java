package io.slicewise.pipelines.kafka;

import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsRegistrar;

/** Makes the options known to {@code --help}. */
public final class KafkaAggregatesRegistrar implements PipelineOptionsRegistrar {
  @Override
  public Iterable<Class<? extends PipelineOptions>> getPipelineOptions() {
    return List.of(KafkaAggregatesOptions.class);
  }
}
