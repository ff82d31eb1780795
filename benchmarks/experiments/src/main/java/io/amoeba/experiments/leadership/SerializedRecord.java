package io.amoeba.experiments.leadership;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The answer to DUMP of a record, with placeholders that random bytes replace: a server takes a
 * whole record much sooner than its fields. Confined to one thread.
 */
final class SerializedRecord {
  /** Takes the place of random bytes. */
  static final String PLACEHOLDER = "placeholder-of-32-random-bytes..";

  private static final long SEED = 2011;

  /** Jones' polynomial, reversed; see crc64.c of Redis. */
  private static final long POLYNOMIAL = 0x95AC9329AC4BC9B5L;

  private static final long[] CHECKSUMS =
      IntStream.range(0, 256).mapToLong(SerializedRecord::checksumOf).toArray();

  private final ByteBuffer dump;
  private final int[] places;

  /**
   * Prepares it.
   *
   * @param dump not compressed
   * @param values how many placeholders it has
   * @throws IllegalStateException if it has another number of them
   */
  SerializedRecord(byte[] dump, int values) {
    this.dump = ByteBuffer.wrap(dump.clone()).order(ByteOrder.LITTLE_ENDIAN);
    String text = new String(dump, StandardCharsets.ISO_8859_1);
    places =
        IntStream.iterate(
                text.indexOf(PLACEHOLDER),
                place -> place >= 0,
                place -> text.indexOf(PLACEHOLDER, place + PLACEHOLDER.length()))
            .toArray();
    if (places.length != values) {
      throw new IllegalStateException(
          "DUMP has %d of %d values: use a server that obeys rdbcompression no"
              .formatted(places.length, values));
    }
  }

  /** What RESTORE takes: the same bytes for the same number. */
  byte[] of(int record) {
    SplittableRandom random = new SplittableRandom(SEED + record);
    for (int place : places) {
      for (int i = 0; i < PLACEHOLDER.length(); i += Long.BYTES) {
        dump.putLong(place + i, random.nextLong());
      }
    }
    int checked = dump.capacity() - Long.BYTES;
    dump.putLong(checked, checksum(dump.array(), checked));
    return dump.array().clone();
  }

  /** As Redis computes it. */
  static long checksum(byte[] bytes, int length) {
    long checksum = 0;
    for (int i = 0; i < length; i++) {
      checksum = CHECKSUMS[(int) (checksum ^ bytes[i]) & 0xFF] ^ checksum >>> Byte.SIZE;
    }
    return checksum;
  }

  private static long checksumOf(int oneByte) {
    long checksum = oneByte;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      checksum = (checksum & 1) == 0 ? checksum >>> 1 : checksum >>> 1 ^ POLYNOMIAL;
    }
    return checksum;
  }
}
