package io.slicewise.core.engine;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.AggregateFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One key in sliding windows with the default trigger, whose elements come in order and at a steady
 * rate from instant 0 on, and whose watermark passes one window after the other.
 */
final class SteadyKey {
  static final int ELEMENTS_PER_SLICE = 10;
  static final long PERIOD_MILLIS = 1_000;

  private static final long ELEMENT_MILLIS = PERIOD_MILLIS / ELEMENTS_PER_SLICE;

  private final KeyEngine<Long, Object> engine;
  private final KeyStateCodec codec;
  private final Random values = new Random(1);
  private KeyState state;
  private long elements;
  private long watermark;

  /**
   * A key without elements.
   *
   * @param windows how its elements are windowed, in windows that start each {@link #PERIOD_MILLIS}
   */
  SteadyKey(Specs windows, AggregateFunction<Long, Object, Object> function) {
    WindowedAggregation aggregation = WindowedAggregation.of(windows.spec());
    engine = aggregation.engine(function);
    codec = aggregation.codec(function);
    state = engine.newState();
  }

  /** Windows of {@code ratio} slices. */
  static Specs windows(int ratio) {
    return Specs.sliding(ratio * PERIOD_MILLIS, PERIOD_MILLIS);
  }

  KeyEngine<Long, Object> engine() {
    return engine;
  }

  KeyStateCodec codec() {
    return codec;
  }

  KeyState state() {
    return state;
  }

  /** The timestamp of the next element. */
  long nextTimestamp() {
    return elements * ELEMENT_MILLIS;
  }

  Clocks clocks() {
    return new Clocks(watermark, 0);
  }

  /** The next element comes. */
  Step<Object> addElement() {
    Step<Object> step =
        engine.onElement(state, values.nextLong(1_000_000), nextTimestamp(), clocks());
    elements++;
    return step;
  }

  /** All elements of the next slice come. */
  void addSlice() {
    for (int i = 0; i < ELEMENTS_PER_SLICE; i++) {
      addElement();
    }
  }

  /** The watermark passes the end of the next window. */
  Step<Object> passWindow(Consumer<FiredPane<Object>> panes) {
    return passTime(PERIOD_MILLIS, panes);
  }

  /** The watermark moves on. */
  Step<Object> passTime(long millis, Consumer<FiredPane<Object>> panes) {
    watermark += millis;
    return engine.onWatermark(state, clocks(), panes);
  }

  /** Slices come and their windows pass until windows are full. */
  SteadyKey runUp(int ratio) {
    for (int i = 0; i < ratio; i++) {
      addSlice();
      passWindow(pane -> {});
    }
    return this;
  }

  /** The state as a backend that serializes would store it. */
  byte[] saved() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(state, new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The state that {@link #saved} stored. */
  KeyState restored(byte[] bytes) {
    try {
      return codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The state is saved and restored. */
  void passThroughBytes() {
    state = restored(saved());
  }
}
