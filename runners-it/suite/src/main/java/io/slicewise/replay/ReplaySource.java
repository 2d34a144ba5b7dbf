package io.slicewise.replay;

import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.values.KV;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Reads the elements of a {@link Replay} in order, and has its watermarks. Each watermark is sent
 * on before the next element is read, so that what is late does not depend on the clock; this goes
 * by how Flink asks for watermarks. Other events are passed over.
 *
 * <p>It never splits: the order is the point.
 */
public final class ReplaySource<V> extends UnboundedSource<KV<String, V>, ReplayMark> {
  private static final long serialVersionUID = 1L;

  private final String replay;
  private final Class<V> valueClass;
  private final Coder<V> valueCoder;

  private ReplaySource(String replay, Class<V> valueClass, Coder<V> valueCoder) {
    this.replay = replay;
    this.valueClass = valueClass;
    this.valueCoder = valueCoder;
  }

  /** A source of the events of {@code replay}, whose values are of this class. */
  public static <V> ReplaySource<V> of(Replay replay, Class<V> valueClass, Coder<V> valueCoder) {
    return new ReplaySource<>(replay.id(), valueClass, valueCoder);
  }

  @Override
  public List<ReplaySource<V>> split(int desiredSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public UnboundedReader<KV<String, V>> createReader(
      PipelineOptions options, @Nullable ReplayMark mark) {
    return new ReplayReader<>(this, Replay.of(replay), mark == null ? 0 : mark.position());
  }

  @Override
  public Coder<ReplayMark> getCheckpointMarkCoder() {
    return SerializableCoder.of(ReplayMark.class);
  }

  @Override
  public Coder<KV<String, V>> getOutputCoder() {
    return KvCoder.of(StringUtf8Coder.of(), valueCoder);
  }

  Class<V> valueClass() {
    return valueClass;
  }
}
