package io.amoeba.freshreads.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ShardTableTest {
  private static final Node PRIMARY = new Node("a", "10.0.0.1:6379");
  private static final Node OTHER = new Node("b", "10.0.0.2:6379");

  private final ShardTable<Shard> table = new ShardTable<>();

  private static Shard shard(Node primary, int fromHashSlot, int toHashSlot) {
    BitSet hashSlots = new BitSet();
    hashSlots.set(fromHashSlot, toHashSlot + 1);
    return new Shard(primary, List.of(), hashSlots);
  }

  @Test
  void anEmptyTableKnowsNoShard() {
    assertThat(table.of(0)).isNull();
    assertThat(table.all()).isEmpty();
  }

  @Test
  void eachHashSlotLeadsToItsShard() {
    Shard first = shard(PRIMARY, 0, 8191);
    Shard second = shard(OTHER, 8192, 16383);

    table.replace(List.of(first, second), Function.identity());

    assertThat(table.of(0)).isSameAs(first);
    assertThat(table.of(8191)).isSameAs(first);
    assertThat(table.of(8192)).isSameAs(second);
    assertThat(table.of(16383)).isSameAs(second);
  }

  @Test
  void aHashSlotThatNoShardReportsLeadsNowhere() {
    table.replace(List.of(shard(PRIMARY, 0, 16383)), Function.identity());
    table.replace(List.of(shard(PRIMARY, 0, 99)), Function.identity());

    assertThat(table.of(99)).isNotNull();
    assertThat(table.of(100)).isNull();
  }

  @Test
  void aShardKeepsItsOwnCopyOfTheHashSlots() {
    BitSet hashSlots = new BitSet();
    hashSlots.set(5);
    Shard shard = new Shard(PRIMARY, List.of(OTHER), hashSlots);

    hashSlots.clear();
    shard.hashSlots().clear();

    assertThat(shard.hasHashSlot(5)).isTrue();
  }
}
