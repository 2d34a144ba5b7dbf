package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A {@link StateInput} reads what {@link DataInputStream} reads. */
class StateInputTest {
  private interface Read {
    Object from(DataInput in) throws IOException;
  }

  /** Reads and how many bytes each takes. */
  private static final Map<String, Integer> LENGTHS = new TreeMap<>();

  private static final Map<String, Read> READS = new TreeMap<>();

  private static void read(String name, int length, Read read) {
    LENGTHS.put(name, length);
    READS.put(name, read);
  }

  static {
    read("byte", 1, DataInput::readByte);
    read("unsigned byte", 1, DataInput::readUnsignedByte);
    read("boolean", 1, DataInput::readBoolean);
    read("short", 2, DataInput::readShort);
    read("unsigned short", 2, DataInput::readUnsignedShort);
    read("char", 2, DataInput::readChar);
    read("int", 4, DataInput::readInt);
    read("long", 8, DataInput::readLong);
    read("float", 4, DataInput::readFloat);
    read("double", 8, DataInput::readDouble);
    read("bytes", 5, in -> bytesOf(in, 5));
    read("part of bytes", 3, StateInputTest::partOfBytes);
    read("skipped", 2, in -> in.skipBytes(2));
  }

  private static String bytesOf(DataInput in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return Arrays.toString(bytes);
  }

  private static String partOfBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[5];
    in.readFully(bytes, 1, 3);
    return Arrays.toString(bytes);
  }

  static Iterable<String> reads() {
    return READS.keySet();
  }

  @ParameterizedTest
  @MethodSource("reads")
  void readsAsDataInputStream_andNothingAhead(String name) throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[LENGTHS.get(name) + 1];
      random.nextBytes(bytes);
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      assertThat(READS.get(name).from(new StateInput(in)))
          .isEqualTo(READS.get(name).from(new DataInputStream(new ByteArrayInputStream(bytes))));
      assertThat(in.available()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("reads")
  void endOfStream_isAnError_unlessSkipped(String name) throws IOException {
    StateInput in = new StateInput(new ByteArrayInputStream(new byte[LENGTHS.get(name) - 1]));
    if (name.equals("skipped")) {
      assertThat(in.skipBytes(2)).isEqualTo(1);
    } else {
      assertThatThrownBy(() -> READS.get(name).from(in))
          .isInstanceOf(EOFException.class)
          .hasMessage("State is corrupt: it ends too early");
    }
  }

  @Test
  void textIsModifiedUtf8_andThereAreNoLines() throws IOException {
    byte[] bytes = "\0\5slice".getBytes(StandardCharsets.ISO_8859_1);
    StateInput in = new StateInput(new ByteArrayInputStream(bytes));
    assertThat(in.readUTF()).isEqualTo("slice");
    assertThatThrownBy(in::readLine).isInstanceOf(UnsupportedOperationException.class);
  }
}
