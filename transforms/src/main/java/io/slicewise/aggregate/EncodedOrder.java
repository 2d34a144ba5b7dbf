package io.slicewise.aggregate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Collection;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.VarIntCoder;

/** Writes what has no order of its own, in the order of its bytes, so that equal is equal. */
final class EncodedOrder {
  private EncodedOrder() {}

  /** Writes the number of elements, for {@code VarIntCoder} to read, and the elements. */
  static <E> void write(Collection<E> elements, Coder<E> coder, OutputStream out)
      throws IOException {
    byte[][] encoded = new byte[elements.size()][];
    int index = 0;
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    for (E element : elements) {
      buffer.reset();
      coder.encode(element, buffer);
      encoded[index] = buffer.toByteArray();
      index++;
    }
    Arrays.sort(encoded, Arrays::compareUnsigned);
    VarIntCoder.of().encode(encoded.length, out);
    for (byte[] bytes : encoded) {
      out.write(bytes);
    }
  }
}
