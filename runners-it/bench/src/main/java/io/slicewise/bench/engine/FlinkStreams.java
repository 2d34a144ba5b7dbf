package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.ChunkWatermarks;
import io.slicewise.bench.source.EventStream;
import io.slicewise.bench.source.ExpandChunksOperator;
import io.slicewise.bench.source.ExpandChunksOperator.EventForm;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What the two engines of Flink share: their environment and their events. */
final class FlinkStreams {
  private FlinkStreams() {}

  static StreamExecutionEnvironment environment(FlinkConfig config) {
    return StreamExecutionEnvironment.createLocalEnvironment(1, config.configuration());
  }

  static <E> SingleOutputStreamOperator<E> events(
      StreamExecutionEnvironment environment,
      EventStream stream,
      Measurement measurement,
      EventForm<E> form,
      TypeInformation<E> type) {
    return environment
        .fromSource(
            new NumberSequenceSource(0, stream.chunks() - 1), ChunkWatermarks.of(stream), "Chunks")
        .transform("Events", type, new ExpandChunksOperator<>(stream, measurement.id(), form));
  }
}
