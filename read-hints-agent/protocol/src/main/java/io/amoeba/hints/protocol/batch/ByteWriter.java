package io.amoeba.hints.protocol.batch;

import java.util.Arrays;
import java.util.UUID;

/** Growing bytes. Confined to one thread. */
public final class ByteWriter {

  private byte[] bytes = new byte[256];
  private int size;

  public void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /** Seven bits a byte, the lowest first; small numbers take one byte. */
  public void writeUnsigned(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      writeByte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    writeByte(rest);
  }

  void writeLong(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      writeByte((int) (value >>> shift));
    }
  }

  void writeUuid(UUID value) {
    writeLong(value.getMostSignificantBits());
    writeLong(value.getLeastSignificantBits());
  }

  public void writeBytes(byte[] from, int offset, int length) {
    ensure(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }
}
