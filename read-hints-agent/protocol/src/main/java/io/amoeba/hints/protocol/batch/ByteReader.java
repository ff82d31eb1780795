package io.amoeba.hints.protocol.batch;

import java.util.Arrays;
import java.util.UUID;

/**
 * Reads untrusted bytes: every length is compared with what is left before anything is allocated.
 * Confined to one thread.
 */
public final class ByteReader {

  private final byte[] bytes;
  private int at;

  public ByteReader(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  public int remaining() {
    return bytes.length - at;
  }

  int position() {
    return at;
  }

  public int readByte() throws MalformedBatchException {
    if (at >= bytes.length) {
      throw new MalformedBatchException("ends too early, after " + bytes.length + " bytes");
    }
    return bytes[at++] & 0xff;
  }

  /** A number of at most this value. */
  public int readUnsigned(int max, String what) throws MalformedBatchException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        if (value > max) {
          throw new MalformedBatchException(what + " is " + value + ", above " + max);
        }
        return (int) value;
      }
    }
    throw new MalformedBatchException(what + " has too many digits");
  }

  /** How many things follow, when each takes at least a byte. */
  public int readCount(int max, String what) throws MalformedBatchException {
    int count = readUnsigned(max, what);
    if (count > remaining()) {
      throw new MalformedBatchException(what + " is " + count + " in " + remaining() + " bytes");
    }
    return count;
  }

  long readLong() throws MalformedBatchException {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | readByte();
    }
    return value;
  }

  UUID readUuid() throws MalformedBatchException {
    return new UUID(readLong(), readLong());
  }

  public byte[] readBytes(int length) throws MalformedBatchException {
    byte[] read = Arrays.copyOfRange(bytes, at, skip(length));
    return read;
  }

  void readBytes(byte[] into, int offset, int length) throws MalformedBatchException {
    int from = at;
    skip(length);
    System.arraycopy(bytes, from, into, offset, length);
  }

  private int skip(int length) throws MalformedBatchException {
    if (length > remaining()) {
      throw new MalformedBatchException("wants " + length + " bytes of " + remaining());
    }
    at += length;
    return at;
  }
}
