package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.run.RunnablePipeline;
import io.slicewise.pipelines.template.ParameterType;
import java.util.Locale;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.TextIO;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;

/**
 * Aggregates the lines of files into the table of {@link PubsubToBigQuery}, in batch: to fill it
 * with what came before, or to mend it.
 */
public final class FilesToBigQuery implements RunnablePipeline {
  /** Runs the pipeline; returns without waiting for it, unless the runner does. */
  public static void main(String[] args) throws Exception {
    Main.start(new FilesToBigQuery(), args);
  }

  /**
   * The pipeline.
   *
   * @throws SettingException for the first option that cannot be used
   */
  public static Pipeline build(FilesToBigQueryOptions options, Clients clients) {
    AggregationSettings settings = UpsertSettings.of(options);
    if (!settings.reader().readsTimestamps()) {
      throw new SettingException(
          "--timestamp: is missing. Give it the field with the event time, such as time.");
    }
    if (!options.getFormat().toLowerCase(Locale.ROOT).equals("json")) {
      throw new SettingException(
          String.format("--format=%s: files have lines. Use json.", options.getFormat()));
    }
    UpsertSettings.require(options, "inputFiles", options.getInputFiles(), ParameterType.TEXT);
    WindowRange range = new WindowRange(options.getWindowsFrom(), options.getWindowsUntil());

    Pipeline pipeline = Pipeline.create(options);
    PCollectionTuple records =
        pipeline
            .apply("Read lines", TextIO.read().from(options.getInputFiles()))
            .apply("Event times", ReadEventTimes.by(settings.reader()));
    PCollectionList<PubsubMessage> letters =
        records
            .get(ReadEventTimes.TIMED)
            .apply(
                "Aggregate",
                new AggregateIntoTable(settings, new UpsertRows(options, clients)).within(range));
    letters
        .and(records.get(ReadEventTimes.UNTIMED))
        .apply("Dead letters", new PublishDeadLetters(options, null, clients));
    return pipeline;
  }

  @Override
  public String name() {
    return "files-to-bigquery";
  }

  @Override
  public String summary() {
    return "Aggregates the lines of files into a BigQuery table.";
  }

  @Override
  public Class<? extends PipelineOptions> optionsType() {
    return FilesToBigQueryOptions.class;
  }

  @Override
  public Job prepare(PipelineOptions options) {
    Pipeline pipeline = build(options.as(FilesToBigQueryOptions.class), Clients.ofBeam());
    return (out, err) -> {
      pipeline.run();
      return 0;
    };
  }
}
