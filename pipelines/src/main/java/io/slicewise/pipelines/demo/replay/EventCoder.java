package io.slicewise.pipelines.demo.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;

/**
 * Encodes an {@link Event}: line, key, timestamp, newest time, number of numbers, then name and
 * value of each.
 */
public final class EventCoder extends AtomicCoder<Event> {
  private static final long serialVersionUID = 1L;
  private static final EventCoder INSTANCE = new EventCoder();

  private EventCoder() {}

  /** The one instance. */
  public static EventCoder of() {
    return INSTANCE;
  }

  @Override
  public void encode(Event event, OutputStream out) throws IOException {
    VarLongCoder.of().encode(event.line(), out);
    StringUtf8Coder.of().encode(event.key(), out);
    VarLongCoder.of().encode(event.timestampMillis(), out);
    VarLongCoder.of().encode(event.newestMillis(), out);
    VarLongCoder.of().encode((long) event.numbers().size(), out);
    for (Map.Entry<String, BigDecimal> number : event.numbers().entrySet()) {
      StringUtf8Coder.of().encode(number.getKey(), out);
      BigDecimalCoder.of().encode(number.getValue(), out);
    }
  }

  @Override
  public Event decode(InputStream in) throws IOException {
    long line = VarLongCoder.of().decode(in);
    String key = StringUtf8Coder.of().decode(in);
    long timestampMillis = VarLongCoder.of().decode(in);
    long newestMillis = VarLongCoder.of().decode(in);
    SortedMap<String, BigDecimal> numbers = new TreeMap<>();
    for (long left = VarLongCoder.of().decode(in); left > 0; left--) {
      numbers.put(StringUtf8Coder.of().decode(in), BigDecimalCoder.of().decode(in));
    }
    return new Event(line, key, timestampMillis, newestMillis, numbers);
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
