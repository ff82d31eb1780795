package io.amoeba.micro;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** The keys of all benchmarks of routing, in a cycle. Confined to a thread. */
public final class BenchmarkKeys {

  private static final int KEYS = 1_024; // a power of two; more than a branch predictor learns
  private static final int BOUND = 100_000_000;

  private final String[] texts = new String[KEYS];
  private final byte[][] keys = new byte[KEYS][];
  private final byte[][] taggedKeys = new byte[KEYS][];
  private int next;

  public BenchmarkKeys() {
    Random random = new Random(42);
    for (int i = 0; i < KEYS; i++) {
      texts[i] = String.format("segment:%08d", random.nextInt(BOUND));
      keys[i] = texts[i].getBytes(StandardCharsets.US_ASCII);
      taggedKeys[i] =
          String.format("{s:%08d}:stat", random.nextInt(BOUND)).getBytes(StandardCharsets.US_ASCII);
    }
  }

  private int index() {
    return next++ & (KEYS - 1);
  }

  /** The next key of 16 bytes. */
  public byte[] bytes() {
    return keys[index()];
  }

  /** The next key of 16 bytes with a hash tag. */
  public byte[] taggedBytes() {
    return taggedKeys[index()];
  }

  /** The next key of 16 characters. */
  public String text() {
    return texts[index()];
  }
}
