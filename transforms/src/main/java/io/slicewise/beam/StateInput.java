package io.slicewise.beam;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the data of a stream as {@link DataInputStream} does, without the buffers that each of
 * those has: states are read for each element, and most have fewer bytes than such buffers. Reads
 * nothing ahead.
 */
final class StateInput implements DataInput {
  private final InputStream in;

  /** Reads from {@code in}. */
  StateInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int readUnsignedByte() throws IOException {
    int value = in.read();
    if (value < 0) {
      throw new EOFException("State is corrupt: it ends too early");
    }
    return value;
  }

  @Override
  public byte readByte() throws IOException {
    return (byte) readUnsignedByte();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return readUnsignedByte() != 0;
  }

  @Override
  public int readUnsignedShort() throws IOException {
    return (readUnsignedByte() << 8) | readUnsignedByte();
  }

  @Override
  public short readShort() throws IOException {
    return (short) readUnsignedShort();
  }

  @Override
  public char readChar() throws IOException {
    return (char) readUnsignedShort();
  }

  @Override
  public int readInt() throws IOException {
    return (readUnsignedShort() << 16) | readUnsignedShort();
  }

  @Override
  public long readLong() throws IOException {
    return ((long) readInt() << 32) | (readInt() & 0xFFFF_FFFFL);
  }

  @Override
  public float readFloat() throws IOException {
    return Float.intBitsToFloat(readInt());
  }

  @Override
  public double readDouble() throws IOException {
    return Double.longBitsToDouble(readLong());
  }

  @Override
  public void readFully(byte[] bytes) throws IOException {
    readFully(bytes, 0, bytes.length);
  }

  @Override
  public void readFully(byte[] bytes, int offset, int length) throws IOException {
    if (in.readNBytes(bytes, offset, length) < length) {
      throw new EOFException("State is corrupt: it ends too early");
    }
  }

  @Override
  public int skipBytes(int count) throws IOException {
    return (int) in.skip(count);
  }

  @Override
  public String readUTF() throws IOException {
    return DataInputStream.readUTF(this);
  }

  @Override
  public String readLine() {
    throw new UnsupportedOperationException("A state has no lines.");
  }
}
