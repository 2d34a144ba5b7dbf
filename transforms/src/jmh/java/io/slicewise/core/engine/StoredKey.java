package io.slicewise.core.engine;

import io.slicewise.beam.StateInputs;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.ColdPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One key as a runner keeps it: an element is taken by the hot state if that will do, and otherwise
 * by all of the key's state.
 */
public final class StoredKey {
  /** What a backend keeps of the state between two elements. */
  public enum Storage {
    /** The objects themselves. */
    OBJECTS {
      @Override
      <T> Cell<T> cell(Reader<T> reader, Writer<T> writer) {
        return new ObjectCell<>();
      }
    },
    /** Their bytes, read and written for each element. */
    BYTES {
      @Override
      <T> Cell<T> cell(Reader<T> reader, Writer<T> writer) {
        return new BytesCell<>(reader, writer);
      }
    };

    abstract <T> Cell<T> cell(Reader<T> reader, Writer<T> writer);
  }

  private final KeyEngine<Long, Object> engine;
  private final Cell<HotState<Object>> hotCell;
  private final Cell<KeyState> keyCell;
  private final Cell<ColdPages> coldCell;

  /** A key without state. */
  StoredKey(
      WindowedAggregation aggregation,
      AggregateFunction<Long, Object, Object> function,
      Storage storage) {
    this.engine = aggregation.engine(function);
    HotStateCodec<Object> hotCodec = aggregation.hotCodec(function);
    KeyStateCodec keyCodec = aggregation.codec(function);
    ColdPagesCodec coldCodec = aggregation.coldCodec();
    this.hotCell = storage.cell(hotCodec::read, hotCodec::write);
    this.keyCell = storage.cell(keyCodec::read, keyCodec::write);
    this.coldCell = storage.cell(coldCodec::read, coldCodec::write);
  }

  /** Takes an element; its panes are not looked at. */
  void add(Long value, long timestampMillis, Clocks clocks) {
    HotState<Object> stored = hotCell.read();
    HotState<Object> hot = stored == null ? new HotState<>() : stored;
    if (engine.buffer(hot, value, timestampMillis, clocks.watermarkMillis())
        == HotOutcome.REFUSED) {
      addToAll(hot, value, timestampMillis, clocks);
    }
    hotCell.write(hot);
  }

  private void addToAll(HotState<Object> hot, Long value, long timestampMillis, Clocks clocks) {
    KeyState stored = keyCell.read();
    KeyState state = stored == null ? engine.newState() : stored;
    engine.lend(state, this::readCold);
    engine.takeIn(hot, state);
    engine.onElement(state, value, timestampMillis, clocks, pane -> {});
    ColdPages chilled = engine.chill(state);
    if (chilled != null) {
      coldCell.write(chilled);
    }
    keyCell.write(state);
    engine.update(hot, state);
  }

  private ColdPages readCold() {
    ColdPages stored = coldCell.read();
    return stored == null ? ColdPages.NONE : stored;
  }

  /** Forgets all elements. */
  void clear() {
    hotCell.clear();
    keyCell.clear();
    coldCell.clear();
  }

  private interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  private interface Writer<T> {
    void write(T state, DataOutput out) throws IOException;
  }

  private interface Cell<T> {
    /** What was last written, or null. */
    T read();

    void write(T state);

    void clear();
  }

  private static final class ObjectCell<T> implements Cell<T> {
    private T stored;

    @Override
    public T read() {
      return stored;
    }

    @Override
    public void write(T state) {
      stored = state;
    }

    @Override
    public void clear() {
      stored = null;
    }
  }

  private static final class BytesCell<T> implements Cell<T> {
    private final Reader<T> reader;
    private final Writer<T> writer;
    private byte[] stored;

    private BytesCell(Reader<T> reader, Writer<T> writer) {
      this.reader = reader;
      this.writer = writer;
    }

    @Override
    public T read() {
      if (stored == null) {
        return null;
      }
      try {
        return reader.read(StateInputs.of(new ByteArrayInputStream(stored)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void write(T state) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
      try {
        writer.write(state, new DataOutputStream(bytes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      stored = bytes.toByteArray();
    }

    @Override
    public void clear() {
      stored = null;
    }
  }
}
