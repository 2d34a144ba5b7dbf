package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.AggregationSettings.Accumulation;
import io.slicewise.pipelines.aggregates.WindowChoice;
import io.slicewise.pipelines.template.ParameterType;
import java.util.Locale;
import org.apache.beam.runners.dataflow.options.DataflowPipelineOptions;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.ValueProvider;

/** Checks the settings of results that are kept in a table, a row for each key and window. */
final class UpsertSettings {
  private UpsertSettings() {}

  /**
   * Checks the options of the table and of what is written to it.
   *
   * @throws SettingException for the first that cannot be used
   */
  static AggregationSettings of(BigQuerySinkOptions options) {
    // An Avro schema may be in Cloud Storage.
    FileSystems.setDefaultPipelineOptions(options);
    AggregationSettings settings = AggregationSettings.of(options);
    if (settings.accumulation() != Accumulation.ACCUMULATING) {
      throw new SettingException(
          String.format(
              "--accumulation=%s: each pane replaces the row of its key and window, so it must hold"
                  + " all of its window. Use accumulating.",
              settings.accumulation().name().toLowerCase(Locale.ROOT)));
    }
    if (settings.windows().kind() == WindowChoice.Kind.SESSIONS && settings.refines()) {
      throw new SettingException(
          "--windows=sessions: a session that was in a pane may become part of a longer one, and"
              + " its row would stay. Use --trigger=at-watermark and --lateness=0s.");
    }
    require(options, "table", options.getTable(), ParameterType.BIGQUERY_TABLE);
    require(options, "deadLetterTopic", options.getDeadLetterTopic(), ParameterType.PUBSUB_TOPIC);
    ValueProvider<Integer> generation = options.getGeneration();
    if (generation.isAccessible() && generation.get() < 0) {
      throw new SettingException(
          String.format(
              "--generation=%d: must be from 0 to 2147483647. Use 1 more than that of the job"
                  + " before.",
              generation.get()));
    }
    return settings;
  }

  /**
   * Checks a required option; a template may leave it to the launch.
   *
   * @throws SettingException if there is no value, or not one of this type
   */
  static void require(
      BigQuerySinkOptions options, String name, ValueProvider<String> value, ParameterType type) {
    if (!value.isAccessible()) {
      if (options.as(DataflowPipelineOptions.class).getTemplateLocation() == null) {
        throw new SettingException(
            String.format("--%s: is missing. Give it a value such as %s.", name, example(type)));
      }
      return;
    }
    if (!value.get().matches(type.regex().orElse(".*"))) {
      throw new SettingException(
          String.format(
              "--%s=%s: not the name of a %s. Write it as in %s.",
              name,
              value.get(),
              type.name().toLowerCase(Locale.ROOT).replaceFirst(".*_", ""),
              example(type)));
    }
  }

  private static String example(ParameterType type) {
    return switch (type) {
      case BIGQUERY_TABLE -> "my-project:metrics.orders";
      case PUBSUB_TOPIC -> "projects/my-project/topics/orders";
      case PUBSUB_SUBSCRIPTION -> "projects/my-project/subscriptions/orders";
      default -> "gs://my-bucket/orders/*.jsonl";
    };
  }
}
