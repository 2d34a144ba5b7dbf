package io.slicewise.pipelines.demo.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of the input.
 *
 * @param number from 1
 * @param text without its end; bytes that are not UTF-8 are replaced
 * @param utf8 whether there were none
 */
record TextLine(long number, String text, boolean utf8) {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Cuts bytes into lines at LF or CR LF; drops a byte order mark and an empty last line. */
  static List<TextLine> split(byte[] bytes) {
    List<TextLine> lines = new ArrayList<>();
    int start = startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    for (int i = start; i <= bytes.length; i++) {
      boolean last = i == bytes.length;
      if (last ? start < i : bytes[i] == '\n') {
        int end = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
        lines.add(line(lines.size() + 1L, bytes, start, end));
        start = i + 1;
      }
    }
    return lines;
  }

  private static TextLine line(long number, byte[] bytes, int start, int end) {
    try {
      ByteBuffer line = ByteBuffer.wrap(bytes, start, end - start);
      return new TextLine(
          number, StandardCharsets.UTF_8.newDecoder().decode(line).toString(), true);
    } catch (CharacterCodingException e) {
      String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
      return new TextLine(number, text, false);
    }
  }

  private static boolean startsWithMark(byte[] bytes) {
    if (bytes.length < BYTE_ORDER_MARK.length) {
      return false;
    }
    for (int i = 0; i < BYTE_ORDER_MARK.length; i++) {
      if (bytes[i] != BYTE_ORDER_MARK[i]) {
        return false;
      }
    }
    return true;
  }
}
