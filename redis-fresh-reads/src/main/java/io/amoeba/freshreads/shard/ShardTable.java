package io.amoeba.freshreads.shard;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which shard has a hash slot. Replaced as a whole when the cluster changes; a look-up is one
 * volatile read. Safe for concurrent use.
 *
 * @param <S> what a shard is to the caller
 */
public final class ShardTable<S> {
  /** Hash slots of a cluster. */
  public static final int HASH_SLOTS = 16384;

  private volatile View<S> view = new View<>(List.of());

  /** The shard of a hash slot, 0 … 16383; null while none is known. */
  public @Nullable S of(int hashSlot) {
    return view.get(hashSlot);
  }

  /** All shards. */
  public List<S> all() {
    return view.shards;
  }

  /**
   * Replaces all shards. Of two shards with the same hash slot the later one has it.
   *
   * @param description the hash slots of each
   */
  public void replace(List<S> shards, Function<S, Shard> description) {
    View<S> next = new View<>(List.copyOf(shards));
    for (S shard : next.shards) {
      description.apply(shard).hashSlots().stream()
          .forEach(hashSlot -> next.byHashSlot[hashSlot] = shard);
    }
    view = next;
  }

  private static final class View<S> {
    private final List<S> shards;
    private final @Nullable Object[] byHashSlot = new @Nullable Object[HASH_SLOTS];

    View(List<S> shards) {
      this.shards = shards;
    }

    @SuppressWarnings("unchecked") // holds nothing else
    @Nullable S get(int hashSlot) {
      return (S) byHashSlot[hashSlot];
    }
  }
}
