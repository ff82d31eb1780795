package io.amoeba.hints.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class ReadHintTest {
  private static final int KEYS = 100_000;
  private static final UUID TABLE = new UUID(1, 2);

  /** Two of 100,000 random values out of 2^32 are the same about once. */
  private static void hashesDiffer(IntFunction<byte[]> key) {
    Set<Integer> hashes = new HashSet<>();
    for (int n = 0; n < KEYS; n++) {
      hashes.add(new ReadHint(TABLE, key.apply(n), new byte[0]).hashCode());
    }
    assertThat(hashes).hasSizeGreaterThan(KEYS - 20);
  }

  @Test
  void hashesOfNumbersDiffer() {
    hashesDiffer(n -> ByteBuffer.allocate(Long.BYTES).putLong(n).array());
    hashesDiffer(n -> ByteBuffer.allocate(Integer.BYTES).putInt(n).array());
    hashesDiffer(n -> ByteBuffer.allocate(Long.BYTES).putLong((long) n << 32).array());
  }

  @Test
  void equalHintsHaveTheSameHash() {
    ReadHint hint = new ReadHint(TABLE, new byte[] {1, 2}, new byte[] {3});

    assertThat(hint)
        .isEqualTo(new ReadHint(TABLE, new byte[] {1, 2}, new byte[] {3}))
        .hasSameHashCodeAs(new ReadHint(TABLE, new byte[] {1, 2}, new byte[] {3}))
        .isNotEqualTo(new ReadHint(TABLE, new byte[] {1}, new byte[] {2, 3}))
        .isNotEqualTo(new ReadHint(TABLE, new byte[] {1, 2}, new byte[0]))
        .isNotEqualTo(new ReadHint(new UUID(2, 2), new byte[] {1, 2}, new byte[] {3}));
  }
}
