package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregateRecords;
import io.slicewise.pipelines.aggregates.AggregatedRecords;
import io.slicewise.pipelines.aggregates.RecordReader;
import io.slicewise.pipelines.aggregates.RejectedRecord;
import io.slicewise.pipelines.kafka.KafkaSettings.Delays;
import io.slicewise.pipelines.run.RunnablePipeline;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.io.jdbc.JdbcIO;
import org.apache.beam.sdk.io.kafka.KafkaIO;
import org.apache.beam.sdk.io.kafka.ProducerRecordCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.StreamingOptions;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Aggregates the records of a Kafka topic, to a topic, a table or both.
 *
 * <p>Every record counts once in the state of the runner, which goes back to a checkpoint after a
 * failure and reads on from there. What was written since that checkpoint is written again, so
 * topics get panes, late and unreadable records at least once. The table takes a pane only if it
 * has none of the same key and window with a higher number: what is written again changes nothing
 * there.
 */
public final class KafkaAggregates implements RunnablePipeline {
  private static final long SECONDS_FOR_AN_ANSWER = 30;
  private static final Coder<ProducerRecord<byte[], byte[]>> RECORD_CODER =
      ProducerRecordCoder.of(NullableCoder.of(ByteArrayCoder.of()), ByteArrayCoder.of());

  @Override
  public String name() {
    return "kafka-aggregates";
  }

  @Override
  public String summary() {
    return "records of a Kafka topic, aggregated, to a topic, a PostgreSQL table or both";
  }

  @Override
  public Class<? extends PipelineOptions> optionsType() {
    return KafkaAggregatesOptions.class;
  }

  @Override
  public Job prepare(PipelineOptions options) {
    Pipeline pipeline = checked(options);
    return (out, err) -> {
      PipelineResult.State state = pipeline.run().waitUntilFinish();
      if (state == PipelineResult.State.DONE) {
        return 0;
      }
      err.println(name() + ": ended as " + state + ", not DONE");
      return 1;
    };
  }

  /**
   * Checks the options, asks the brokers and the database, and starts the pipeline.
   *
   * @param options of the {@link #optionsType}
   * @return the running pipeline, or the finished one if the runner waits for its end
   * @throws SettingException if it cannot run so
   */
  public PipelineResult start(PipelineOptions options) {
    return checked(options).run();
  }

  private static Pipeline checked(PipelineOptions options) {
    KafkaSettings settings = KafkaSettings.of(options.as(KafkaAggregatesOptions.class));
    requireTopic(settings);
    settings.table().ifPresent(ResultTable::require);
    options.as(StreamingOptions.class).setStreaming(true);
    if (settings.delays().stopAtEnd() && options.getRunner() == FlinkRunner.class) {
      // With checkpoints, sources that are done would wait for ever by default.
      options.as(FlinkPipelineOptions.class).setShutdownSourcesAfterIdleMs(0L);
    }
    Pipeline pipeline = Pipeline.create(options);
    build(pipeline, settings);
    return pipeline;
  }

  private static void requireTopic(KafkaSettings settings) {
    Object servers = settings.client().get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG);
    try (Admin admin = Admin.create(settings.client())) {
      admin
          .describeTopics(List.of(settings.topic()))
          .allTopicNames()
          .get(SECONDS_FOR_AN_ANSWER, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new SettingException(
            String.format(
                "--topic=%s: there is no such topic at %s. Create it first.",
                settings.topic(), servers));
      }
      throw unreachable(servers, e.getCause().getMessage());
    } catch (TimeoutException e) {
      throw unreachable(servers, "no answer for " + SECONDS_FOR_AN_ANSWER + " seconds");
    } catch (KafkaException e) {
      throw unreachable(servers, Optional.ofNullable(e.getCause()).orElse(e).getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking for the topic", e);
    }
  }

  private static SettingException unreachable(Object servers, String reason) {
    return new SettingException(
        String.format(
            "--bootstrapServers=%s: cannot be asked: %s. Check the addresses and"
                + " --kafkaProperties.",
            servers, reason));
  }

  /** Adds the steps to a pipeline. */
  static void build(Pipeline pipeline, KafkaSettings settings) {
    AggregatedRecords records =
        pipeline
            .apply("Read topic", read(settings))
            .apply("Payloads", Values.create())
            .apply("Aggregate", AggregateRecords.by(settings.aggregation()));
    PCollection<Row> results = records.allResults();
    settings
        .outputTopic()
        .ifPresent(
            topic ->
                write(
                    "results",
                    results.apply("Results as records", ParDo.of(new ResultRecordFn(topic))),
                    settings));
    settings
        .table()
        .ifPresent(
            table ->
                results.apply(
                    "Write table",
                    JdbcIO.<Row>write()
                        .withDataSourceProviderFn(
                            JdbcIO.PoolableDataSourceProvider.of(dataSource(table)))
                        .withStatement(table.upsert())
                        .withPreparedStatementSetter(ResultTable::set)));
    settings.lateTopic().ifPresent(topic -> reject("late", records.late(), topic, settings));
    settings
        .unreadableTopic()
        .ifPresent(topic -> reject("unreadable", records.unreadable(), topic, settings));
  }

  private static PTransform<PBegin, PCollection<KV<byte[], byte[]>>> read(KafkaSettings settings) {
    RecordReader reader = settings.aggregation().reader();
    Delays delays = settings.delays();
    return KafkaIO.<byte[], byte[]>read()
        .withConsumerConfigUpdates(settings.client())
        .withConsumerConfigUpdates(
            Map.of(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                settings.start().name().toLowerCase(Locale.ROOT)))
        .withTopic(settings.topic())
        .withKeyDeserializerAndCoder(PayloadDeserializer.class, ByteArrayCoder.of())
        .withValueDeserializerAndCoder(PayloadDeserializer.class, ByteArrayCoder.of())
        .withTimestampPolicyFactory(
            (partition, previousWatermark) ->
                new BoundedDelayPolicy(
                    reader, delays, System::currentTimeMillis, previousWatermark))
        .withoutMetadata();
  }

  private static void reject(
      String what, PCollection<RejectedRecord> rejected, String topic, KafkaSettings settings) {
    write(
        what,
        rejected.apply("As " + what + " records", ParDo.of(new RejectedRecordFn(topic))),
        settings);
  }

  private static void write(
      String what, PCollection<ProducerRecord<byte[], byte[]>> records, KafkaSettings settings) {
    records
        .setCoder(RECORD_CODER)
        .apply(
            "Write " + what,
            KafkaIO.<byte[], byte[]>writeRecords()
                .withProducerConfigUpdates(settings.client())
                .withKeySerializer(ByteArraySerializer.class)
                .withValueSerializer(ByteArraySerializer.class));
  }

  private static JdbcIO.DataSourceConfiguration dataSource(ResultTable table) {
    JdbcIO.DataSourceConfiguration configuration =
        JdbcIO.DataSourceConfiguration.create("org.postgresql.Driver", table.url());
    if (table.userOrNull() != null) {
      configuration = configuration.withUsername(table.userOrNull());
    }
    return table.passwordOrNull() == null
        ? configuration
        : configuration.withPassword(table.passwordOrNull());
  }
}
