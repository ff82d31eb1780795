package io.amoeba.partitioner.keyed;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.flink.util.MathUtils;

/**
 * Hash codes by which Flink puts a key into the key group of its hash slot, for one maximum
 * parallelism: many per key group, of which each key takes one. Immutable, 4 MiB, made once per
 * process; a lookup neither locks nor allocates.
 */
final class KeyGroupHashCodes {

  /*
   * Flink's key group is murmur(hash code) modulo the maximum parallelism M. Ours are blocks of
   * 16384/M neighbouring hash slots, so that a subtask's range of key groups is a range of hash
   * slots. A table says which ints Flink's own function takes to which key group: in ascending
   * order, from 0, as many for each key group. A mix of the text's hash code, which Java specifies,
   * chooses among them.
   *
   * One hash code per key group would do for Flink's arithmetic, but all keys of a key group would
   * then be in one chain of a hash map. So there are 2^20 hash codes in all, whatever M: 64 per key
   * group with 16384 of them, 8192 with 128.
   *
   * This is version 1 and must not change. What state is bound to is the key group; hash codes are
   * fixed, too, so that no record is needed of those that were ever stored.
   */
  static final int VERSION = 1;

  private static final int BITS = 20;
  private static final int HASH_SLOT_BITS = 14;
  private static final ConcurrentMap<Integer, KeyGroupHashCodes> BY_MAX_PARALLELISM =
      new ConcurrentHashMap<>();

  private final int[] hashCodes;
  private final int maxParallelism;
  private final int hashSlotShift;
  private final int poolBits;

  private KeyGroupHashCodes(int maxParallelism) {
    int keyGroupBits = Integer.numberOfTrailingZeros(maxParallelism);
    this.maxParallelism = maxParallelism;
    this.hashSlotShift = HASH_SLOT_BITS - keyGroupBits;
    this.poolBits = BITS - keyGroupBits;
    this.hashCodes = search(maxParallelism, 1 << poolBits);
  }

  /**
   * The hash codes for a maximum parallelism.
   *
   * @throws IllegalArgumentException unless it divides the number of hash slots
   */
  static KeyGroupHashCodes of(int maxParallelism) {
    return BY_MAX_PARALLELISM.computeIfAbsent(check(maxParallelism), KeyGroupHashCodes::new);
  }

  /** The maximum parallelism itself, if hash slots can be key groups with it. */
  static int check(int maxParallelism) {
    if (maxParallelism < 1 || HashSlot.COUNT % maxParallelism != 0) {
      throw new IllegalArgumentException(
          "max parallelism of aligned keys is "
              + maxParallelism
              + ": must be a power of two from 1 to "
              + HashSlot.COUNT
              + ", and the job's. Set both, for example env.setMaxParallelism(1024) and"
              + " AlignedKeys.of(1024, ...).");
    }
    return maxParallelism;
  }

  private static int[] search(int maxParallelism, int pool) {
    int[] hashCodes = new int[maxParallelism * pool];
    int[] found = new int[maxParallelism];
    int missing = hashCodes.length;
    for (int candidate = 0; missing > 0; candidate++) {
      int keyGroup = MathUtils.murmurHash(candidate) % maxParallelism;
      if (found[keyGroup] < pool) {
        hashCodes[keyGroup * pool + found[keyGroup]] = candidate;
        found[keyGroup]++;
        missing--;
      }
    }
    return hashCodes;
  }

  /** Number of key groups. */
  int maxParallelism() {
    return maxParallelism;
  }

  /** Key group of a hash slot. */
  int keyGroup(int hashSlot) {
    return hashSlot >>> hashSlotShift;
  }

  /** Number of hash codes per key group. */
  int pool() {
    return 1 << poolBits;
  }

  /** One of a key group's hash codes, 0 … pool-1. */
  int get(int keyGroup, int index) {
    return hashCodes[(keyGroup << poolBits) | index];
  }

  /** The hash code of a text in a hash slot. */
  int choose(int hashSlot, String text) {
    return get(keyGroup(hashSlot), mix(text.hashCode()) >>> (Integer.SIZE - poolBits));
  }

  /** Spreads differences of any bits to the upper ones. */
  private static int mix(int value) {
    int h = value * 0x9e3779b9;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    return h * 0x9e3779b9;
  }
}
