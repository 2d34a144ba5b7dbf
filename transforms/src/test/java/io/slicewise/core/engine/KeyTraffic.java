package io.slicewise.core.engine;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.sliced.FoldChoice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The bytes of state that a backend that serializes moves for one key in sliding windows, whose
 * elements come in order and whose watermark passes the end of each slice.
 *
 * <p>As on a runner, an element reads and writes the hot state alone where that will do; anything
 * else reads and writes both that and the key state, and of what is kept apart what it must.
 *
 * @param <A> the type of the accumulators
 */
final class KeyTraffic<A> {
  /** Which parts the state of a key has. */
  enum Layout {
    /** All in one. */
    ONE_VALUE(false, ChillRule.NEVER),
    /** What most elements need by itself. */
    HOT_AND_COLD(true, ChillRule.NEVER),
    /** As before, and slices that are not needed for a while apart. */
    HOT_AND_PAGED_COLD(true, ChillRule.USUAL);

    private final boolean hot;
    private final ChillRule chillRule;

    Layout(boolean hot, ChillRule chillRule) {
      this.hot = hot;
      this.chillRule = chillRule;
    }
  }

  private static final long PERIOD = 1_000;

  private final Layout layout;
  private final int elementsPerSlice;
  private final KeyEngine<Long, Object> engine;
  private final KeyStateCodec keyCodec;
  private final HotStateCodec<A> hotCodec;
  private final ColdPagesCodec coldCodec;
  private final Random values = new Random(1);
  private byte[] key;
  private byte[] hot;
  private byte[] cold;
  private long slices;
  private long bytes;
  private long coldReads;
  private final List<FiredPane<Object>> panes = new ArrayList<>();

  KeyTraffic(
      int ratio, AggregateFunction<Long, A, Object> function, Layout layout, int elementsPerSlice) {
    WindowedAggregation aggregation =
        WindowedAggregation.of(Specs.sliding(ratio * PERIOD, PERIOD).spec());
    this.layout = layout;
    this.elementsPerSlice = elementsPerSlice;
    this.engine = aggregation.engine(function, FoldChoice.BY_COST, layout.chillRule);
    this.keyCodec = aggregation.codec(function);
    this.hotCodec = aggregation.hotCodec(function);
    this.coldCodec = aggregation.coldCodec();
  }

  /** The bytes read and written so far. */
  long bytes() {
    return bytes;
  }

  /** The bytes for each element of {@code ratio} slices, once windows of so many are full. */
  double bytesPerElement(int ratio) {
    passSlices(2 * ratio);
    long before = bytes;
    passSlices(ratio);
    return (bytes - before) / (double) (ratio * elementsPerSlice);
  }

  /** How often what is kept apart was read so far. */
  long coldReads() {
    return coldReads;
  }

  /** The bytes that are stored. */
  long storedBytes() {
    return Stream.of(key, hot, cold).filter(Objects::nonNull).mapToLong(part -> part.length).sum();
  }

  /** All panes so far. */
  List<FiredPane<Object>> panes() {
    return panes;
  }

  /** The elements of some slices come, and the watermark passes the end of each. */
  KeyTraffic<A> passSlices(int count) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < elementsPerSlice; j++) {
        addElement(slices * PERIOD + j * PERIOD / elementsPerSlice);
      }
      passSlice();
    }
    return this;
  }

  /** The watermark passes the end of a slice. */
  void passSlice() {
    slices++;
    HotState<A> hotState = readHot();
    KeyState state = readKey(hotState);
    panes.addAll(engine.onWatermark(state, clocks()).panes());
    store(state, hotState);
  }

  private void addElement(long timestampMillis) {
    long value = values.nextLong(1_000_000);
    HotState<A> hotState = readHot();
    if (layout.hot) {
      HotOutcome outcome =
          engine.buffer(hotState, value, timestampMillis, clocks().watermarkMillis());
      if (outcome == HotOutcome.TAKEN) {
        writeHot(hotState);
      }
      if (outcome != HotOutcome.REFUSED) {
        return;
      }
    }
    KeyState state = readKey(hotState);
    panes.addAll(engine.onElement(state, value, timestampMillis, clocks()).panes());
    store(state, hotState);
  }

  private Clocks clocks() {
    return new Clocks(slices * PERIOD, 0);
  }

  private HotState<A> readHot() {
    return hot == null ? new HotState<>() : read(hot, hotCodec::read);
  }

  private void writeHot(HotState<A> state) {
    hot = layout.hot ? written(out -> hotCodec.write(state, out)) : null;
  }

  private KeyState readKey(HotState<A> hotState) {
    KeyState state = key == null ? engine.newState() : read(key, keyCodec::read);
    engine.lend(state, this::readCold);
    engine.takeIn(hotState, state);
    return state;
  }

  private ColdPages readCold() {
    coldReads++;
    return cold == null ? ColdPages.NONE : read(cold, coldCodec::read);
  }

  private void store(KeyState state, HotState<A> hotState) {
    if (state.isEmpty()) {
      key = null;
      hot = null;
      cold = null;
      return;
    }
    ColdPages pages = engine.chill(state);
    if (pages != null) {
      cold = written(out -> coldCodec.write(pages, out));
    }
    key = written(out -> keyCodec.write(state, out));
    engine.update(hotState, state);
    writeHot(hotState);
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private interface Writer {
    void write(DataOutput out) throws IOException;
  }

  private <T> T read(byte[] stored, Reader<T> reader) {
    bytes += stored.length;
    try {
      return reader.read(new DataInputStream(new ByteArrayInputStream(stored)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] written(Writer writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes += out.size();
    return out.toByteArray();
  }
}
