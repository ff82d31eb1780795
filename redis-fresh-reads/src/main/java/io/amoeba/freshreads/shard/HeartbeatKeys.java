package io.amoeba.freshreads.shard;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Names the key of a process's heartbeats in a shard: {@code prefix{tag}:process}, with a hash tag
 * that lies in the shard. Immutable.
 */
public final class HeartbeatKeys {
  private static final int RADIX = 36;

  /** Of 16384 hash slots even a single one is found long before. */
  private static final int MOST_TAGS = 1_000_000;

  private final String prefix;
  private final String process;
  private final ToIntFunction<String> hashSlotOf;

  /**
   * @param prefix what access rules name, without braces
   * @param hashSlotOf the hash slot of a key
   */
  public HeartbeatKeys(String prefix, String process, ToIntFunction<String> hashSlotOf) {
    this.prefix = prefix;
    this.process = process;
    this.hashSlotOf = hashSlotOf;
  }

  /**
   * A key of the shard.
   *
   * @param former the key that was used until now, which is kept while the shard has its hash slot
   * @return null if the shard has no hash slot
   */
  public @Nullable String key(Shard shard, @Nullable String former) {
    if (former != null && shard.hasHashSlot(hashSlotOf.applyAsInt(former))) {
      return former;
    }
    if (shard.hashSlots().isEmpty()) {
      return null;
    }
    for (int tag = 0; tag < MOST_TAGS; tag++) {
      String key = prefix + '{' + Integer.toString(tag, RADIX) + "}:" + process;
      if (shard.hasHashSlot(hashSlotOf.applyAsInt(key))) {
        return key;
      }
    }
    return null;
  }
}
