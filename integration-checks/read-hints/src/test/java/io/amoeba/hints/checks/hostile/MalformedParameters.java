package io.amoeba.hints.checks.hostile;

import java.util.Map;
import java.util.Random;

/** Custom parameters of messages as an agent gone wrong might send them; none is well-formed. */
final class MalformedParameters {

  static final String BATCH = "amoeba.read-hints";
  private static final String PULL = "amoeba.read-hints.pull";
  private static final String ANSWER = "amoeba.read-hints.answer";

  /** Version, flags, and when it was made. */
  private static final int HEADER = 10;

  private static final int KINDS = 6;

  private MalformedParameters() {}

  static Map<String, byte[]> next(Random random) {
    byte[] bytes = new byte[HEADER + 40 + random.nextInt(4_000)];
    random.nextBytes(bytes);
    bytes[0] = 1;
    bytes[1] = 0;
    switch (random.nextInt(KINDS)) {
      case 0 -> bytes[0] = (byte) (2 + random.nextInt(200));
      // A quarter of a billion tables.
      case 1 -> number(bytes, HEADER);
      // Compressed, from a quarter of a gigabyte.
      case 2 -> {
        bytes[1] = 1;
        number(bytes, 2);
      }
      // One table, no selections, one hint, which shares five bytes with none before it.
      case 3 -> {
        bytes[HEADER] = 1;
        bytes[HEADER + 17] = 0;
        bytes[HEADER + 18] = 1;
        bytes[HEADER + 19] = 5;
      }
      case 4 -> {
        return Map.of(PULL, new byte[7]);
      }
      default -> {
        return Map.of(BATCH, bytes, ANSWER, new byte[3]);
      }
    }
    return Map.of(BATCH, bytes);
  }

  private static void number(byte[] bytes, int at) {
    bytes[at] = (byte) 0xff;
    bytes[at + 1] = (byte) 0xff;
    bytes[at + 2] = (byte) 0xff;
    bytes[at + 3] = 0x7f;
  }
}
