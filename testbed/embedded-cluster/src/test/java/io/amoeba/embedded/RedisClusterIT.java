package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisClusterIT {
  /** Each waits some seconds until older claims are gone. */
  private static final int MOVES = Integer.getInteger("amoeba.slots.moves", 15);

  @TempDir Path folder;

  private EmbeddedCluster start(int nodes) {
    return EmbeddedCluster.builder()
        .nodes(nodes)
        .redis(RedisSettings.defaults())
        .parentFolder(folder)
        .start();
  }

  @Test
  void onePrimaryOwnsEveryHashSlot() {
    try (EmbeddedCluster cluster = start(1)) {
      RedisClusterServers redis = cluster.redis();

      assertThat(redis.hashSlotsOf(redis.server(1))).hasSize(16_384);
    }
  }

  @Test
  void joiningNodeTakesHashSlotsWithTheirKeys() {
    try (EmbeddedCluster cluster = start(2);
        RedisClusterClient client = RedisClusterClient.create(cluster.redis().server(1).uri())) {
      RedisClusterServers redis = cluster.redis();
      RedisAdvancedClusterCommands<byte[], byte[]> commands =
          client.connect(ByteArrayCodec.INSTANCE).sync();
      // More keys than one step moves, and bytes that are no text.
      List<byte[]> keys = IntStream.range(0, 250).mapToObj(RedisClusterIT::key).toList();
      keys.forEach(key -> commands.set(key, key));
      int hashSlot = SlotHash.getSlot(keys.get(0));
      RedisServer from =
          redis.server(redis.hashSlotsOf(redis.server(1)).contains(hashSlot) ? 1 : 2);

      RedisServer joined = redis.startNode(3);
      redis.moveHashSlots(List.of(hashSlot), from, joined);

      assertThat(redis.hashSlotsOf(joined)).containsExactly(hashSlot);
      assertThat(redis.hashSlotsOf(from)).hasSize(8_191).doesNotContain(hashSlot);
      assertThat(commands.clusterCountKeysInSlot(hashSlot)).isZero();
      assertThat(keys).allSatisfy(key -> assertThat(commands.get(key)).isEqualTo(key));
      client.refreshPartitions();
      assertThat(client.getPartitions().getMasterBySlot(hashSlot).getUri().getHost())
          .isEqualTo("127.0.1.3");
    }
  }

  /** Each takes hash slots right after another one has; claims of the one before are under way. */
  @Test
  void hashSlotsThatGoRoundAndRoundKeepAnOwner() {
    try (EmbeddedCluster cluster = start(3)) {
      RedisClusterServers redis = cluster.redis();
      for (int i = 0; i < MOVES; i++) {
        int round = i;
        RedisServer from = redis.server(round % 3 + 1);
        RedisServer to = redis.server((round + 1) % 3 + 1);
        List<Integer> owned = redis.hashSlotsOf(from);
        redis.moveHashSlots(owned.subList(0, 3), from, to);
        assertThat(redis.hashSlotCounts().stream().mapToInt(Integer::intValue).sum())
            .as(() -> "after move " + round + "\n" + redis.nodesSeen())
            .isEqualTo(16_384);
      }
    }
  }

  private static byte[] key(int number) {
    byte[] key = ("{tag}" + number + "?").getBytes(StandardCharsets.US_ASCII);
    key[key.length - 1] = (byte) 0xff;
    return key;
  }

  @Test
  void killedNodeComesBackWithItsIdentity() {
    try (EmbeddedCluster cluster = start(3)) {
      RedisClusterServers redis = cluster.redis();
      RedisServer killed = redis.server(2);
      String id = redis.nodeId(killed);

      killed.process().kill();
      RedisServer back = redis.startNode(2);

      assertThat(back.address()).isEqualTo(killed.address());
      assertThat(redis.nodeId(back)).isEqualTo(id);
      assertThat(redis.hashSlotsOf(back)).hasSize(5_462);
    }
  }
}
