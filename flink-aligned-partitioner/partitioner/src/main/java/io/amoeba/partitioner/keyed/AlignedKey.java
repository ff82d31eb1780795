package io.amoeba.partitioner.keyed;

import io.amoeba.partitioner.placement.HashSlot;
import org.jspecify.annotations.Nullable;

/**
 * Key of a keyed stream: a Redis key's text, in the Flink key group that belongs to its hash slot.
 * Of the 16,384 hash slots each key group has equally many, neighbouring ones; with a maximum
 * parallelism of 16,384 key group and hash slot are the same number. Two keys are equal if text and
 * maximum parallelism are. Immutable, safe for concurrent use. Source: docs/adr/0008.
 */
public final class AlignedKey {

  private final String text;
  private final int hashCode;

  // Two bytes each, for 24 bytes in all.
  private final char hashSlot;
  private final char maxParallelism;

  AlignedKey(KeyGroupHashCodes hashCodes, String text) {
    int slot = HashSlot.of(text);
    this.text = text;
    this.hashCode = hashCodes.choose(slot, text);
    this.hashSlot = (char) slot;
    this.maxParallelism = (char) hashCodes.maxParallelism();
  }

  /**
   * A key, as {@link AlignedKeys#of} makes it for each record.
   *
   * @param maxParallelism the job's maximum parallelism: a power of two from 1 to 16384
   * @param text the Redis key; a hash tag in it counts as in Redis
   * @throws IllegalArgumentException if the maximum parallelism is another number
   */
  public static AlignedKey of(int maxParallelism, String text) {
    return new AlignedKey(KeyGroupHashCodes.of(maxParallelism), text);
  }

  /** The Redis key. */
  public String text() {
    return text;
  }

  /** Hash slot of the Redis key, 0 … 16383. */
  public int hashSlot() {
    return hashSlot;
  }

  /** Maximum parallelism of the job that the key is made for. */
  public int maxParallelism() {
    return maxParallelism;
  }

  /** Flink's key group of this key, 0 … maximum parallelism-1. */
  public int keyGroup() {
    return hashSlot / (HashSlot.COUNT / maxParallelism);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof AlignedKey)) {
      return false;
    }
    AlignedKey that = (AlignedKey) other;
    return hashCode == that.hashCode
        && maxParallelism == that.maxParallelism
        && text.equals(that.text);
  }

  /** What makes Flink choose the key group; the same in every process and release. */
  @Override
  public int hashCode() {
    return hashCode;
  }

  /** The Redis key. */
  @Override
  public String toString() {
    return text;
  }
}
