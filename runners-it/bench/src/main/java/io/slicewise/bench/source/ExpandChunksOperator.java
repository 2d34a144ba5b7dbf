package io.slicewise.bench.source;

import io.slicewise.bench.measure.Measurement;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The events of each chunk, in Flink. An operator and not a function, as only an operator gives
 * each event its own timestamp without a second pass.
 *
 * @param <E> the type of events
 */
public final class ExpandChunksOperator<E> extends AbstractStreamOperator<E>
    implements OneInputStreamOperator<Long, E> {
  private static final long serialVersionUID = 1L;

  private final EventStream stream;
  private final String measurementId;
  private final EventForm<E> form;
  private transient Measurement measurement;
  private transient StreamRecord<E> record;
  private transient E reused;

  /** Makes events of a form; it may give the same object again and again, filled anew. */
  public interface EventForm<E> extends java.io.Serializable {
    /** The object that {@link #fill} is called with. */
    E create();

    /** Fills {@code event}. */
    void fill(E event, long key, long value);
  }

  /** The events of chunks of {@code stream}. */
  public ExpandChunksOperator(EventStream stream, String measurementId, EventForm<E> form) {
    this.stream = stream;
    this.measurementId = measurementId;
    this.form = form;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void open() throws Exception {
    super.open();
    measurement = Measurement.of(measurementId);
    reused = form.create();
    record = new StreamRecord<>(reused);
  }

  @Override
  public void processElement(StreamRecord<Long> element) {
    long chunk = element.getValue();
    long end = stream.endOf(chunk);
    measurement.chunk(end);
    for (long event = stream.firstOf(chunk); event < end; event++) {
      long bits = stream.bits(event);
      form.fill(reused, stream.key(event, bits), EventStream.value(bits));
      output.collect(record.replace(reused, stream.timestampMillis(event, bits)));
    }
  }
}
