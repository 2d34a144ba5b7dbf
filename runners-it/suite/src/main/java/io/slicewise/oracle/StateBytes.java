package io.slicewise.oracle;

import io.slicewise.core.engine.ColdPagesCodec;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.HotStateCodec;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.slice.ColdPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Takes the states of an engine through bytes, as a backend that serializes does.
 *
 * @param hotCodec null where an engine takes elements in order, which uses its key state alone
 * @param coldCodec null there, too
 */
record StateBytes(
    KeyStateCodec keyCodec, HotStateCodec<List<Object>> hotCodec, ColdPagesCodec coldCodec) {

  private interface Writer {
    void write(DataOutput out) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** The bytes of {@code state}, null if there is nothing to keep. */
  byte[] of(KeyState state) throws IOException {
    return state.isEmpty() ? null : written(out -> keyCodec.write(state, out));
  }

  /** The state that has the bytes {@code stored}. */
  KeyState keyState(byte[] stored) throws IOException {
    return read(stored, keyCodec::read);
  }

  @SuppressWarnings("unchecked") // the accumulators are those of the function
  HotState<?> restored(HotState<?> hot) throws IOException {
    return hotCodec == null
        ? hot
        : read(written(out -> hotCodec.write((HotState<List<Object>>) hot, out)), hotCodec::read);
  }

  ColdPages restored(ColdPages cold) throws IOException {
    return read(written(out -> coldCodec.write(cold, out)), coldCodec::read);
  }

  private static byte[] written(Writer writer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writer.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static <T> T read(byte[] stored, Reader<T> reader) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored));
    T state = reader.read(in);
    if (in.available() > 0) {
      throw new IllegalStateException("restoring a state leaves bytes unread");
    }
    return state;
  }
}
