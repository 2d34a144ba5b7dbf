package io.slicewise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VarLongsTest {
  private static byte[] written(long value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    VarLongs.write(value, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream input(byte... bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, -1, 63, 64, -64, -65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, 7_777_777L})
  void read_givesWhatWasWritten(long value) throws IOException {
    assertThat(VarLongs.read(input(written(value)))).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "-64, 1", "64, 2", "8191, 2", "8192, 3", "9223372036854775807, 10"})
  void length_growsWithTheMagnitude(long value, int bytes) throws IOException {
    assertThat(written(value)).hasSize(bytes);
  }

  @Test
  void corruptBytes_areRefused() {
    byte[] endless = new byte[11];
    Arrays.fill(endless, (byte) 0x80);
    assertThatThrownBy(() -> VarLongs.read(input(endless)))
        .isInstanceOf(IOException.class)
        .hasMessage("State is corrupt: an integer is longer than 10 bytes");
    assertThatThrownBy(() -> VarLongs.readSize(input(written(-3))))
        .isInstanceOf(IOException.class)
        .hasMessage("State is corrupt: a size is -3");
  }
}
