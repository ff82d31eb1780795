package io.amoeba.hints.protocol.batch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Hints of all shapes. */
final class RandomHints {

  private static final byte[] WHOLE = new byte[0];

  private RandomHints() {}

  /** As YCSB's: 23 bytes, of one table, whole partitions. */
  static List<ReadHint> pointReads(Random random, int count) {
    UUID table = new UUID(random.nextLong(), random.nextLong());
    List<ReadHint> hints = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String key = String.format("user%019d", random.nextLong() >>> 1);
      hints.add(new ReadHint(table, key.getBytes(StandardCharsets.UTF_8), WHOLE));
    }
    return hints;
  }

  static List<ReadHint> any(Random random, int count) {
    List<UUID> tables =
        List.of(new UUID(1, 2), new UUID(random.nextLong(), 4), new UUID(5, random.nextLong()));
    List<ReadHint> hints = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] selection = random.nextBoolean() ? WHOLE : bytes(random, 1 + random.nextInt(2));
      hints.add(
          new ReadHint(
              tables.get(random.nextInt(3)), bytes(random, random.nextInt(20)), selection));
    }
    return hints;
  }

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
