package io.amoeba.freshreads.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatKeysTest {
  private final HeartbeatKeys keys = new HeartbeatKeys("amoeba:fresh:", "p1", SlotHash::getSlot);

  private static Shard shard(int fromHashSlot, int toHashSlot) {
    BitSet hashSlots = new BitSet();
    hashSlots.set(fromHashSlot, toHashSlot + 1);
    return new Shard(new Node("a", "10.0.0.1:6379"), List.of(), hashSlots);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 866, 5461, 12182, 16383})
  void evenAShardWithASingleHashSlotHasAKey(int hashSlot) {
    @Nullable String key = keys.key(shard(hashSlot, hashSlot), null);

    assertThat(key).startsWith("amoeba:fresh:{").endsWith("}:p1");
    assertThat(SlotHash.getSlot(key)).isEqualTo(hashSlot);
  }

  @Test
  void aKeyIsKeptWhileTheShardHasItsHashSlot() {
    String former = "amoeba:fresh:{other}:p1";
    int hashSlot = SlotHash.getSlot(former);

    assertThat(keys.key(shard(hashSlot, hashSlot), former)).isEqualTo(former);
    assertThat(keys.key(shard(0, hashSlot - 1), former)).isNotEqualTo(former);
  }

  @Test
  void aShardWithoutHashSlotsHasNoKey() {
    Shard empty = new Shard(new Node("a", "10.0.0.1:6379"), List.of(), new BitSet());

    assertThat(keys.key(empty, null)).isNull();
  }
}
