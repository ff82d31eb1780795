package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;

import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hash slot moves to another primary; the replica of its former owner answers nil. The control
 * asks the replicas of all primaries, of which only the owner's answers, and the others redirect.
 */
class MovingHashSlotsClusterIT {
  private static final int MOVES = 4;

  /** While so many other keys follow, the moved ones are absent at the former owner's replica. */
  private static final String FILL =
      "for i = 1, 5000 do redis.call('SET', KEYS[1] .. i, i) end return 0";

  @TempDir Path folder;

  private ReplicatedStore store;

  @BeforeEach
  void start() {
    store = ReplicatedStore.start(folder, 3, RedisSettings.defaults().withReplicas(1));
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Test
  void hashSlotMovesForthAndBack() {
    List<String> keys = List.of("{moving}:1", "{moving}:2");
    int hashSlot = SlotHash.getSlot("{moving}");
    RedisClusterServers servers = store.servers();
    fill(owner(hashSlot));
    List<RedisServer> replicas = IntStream.rangeClosed(4, 6).mapToObj(servers::server).toList();
    try (Observation seen = store.observe(keys, replicas)) {
      for (int move = 0; move < MOVES; move++) {
        RedisServer from = owner(hashSlot);
        RedisServer to = servers.server(from.node() % 3 + 1);
        seen.awaitNewerWrites(SECOND);
        servers.moveHashSlots(List.of(hashSlot), from, to);
        seen.awaitNewerWrites(SECOND);
      }
      seen.awaitCalm();

      seen.end().check("hash slot moves", TENTH, SECOND);
    }
  }

  private void fill(RedisServer owner) {
    store.on(owner).eval(FILL, ScriptOutputType.INTEGER, "{moving}:fill");
  }

  private RedisServer owner(int hashSlot) {
    return store.servers().servers().stream()
        .filter(server -> store.servers().hashSlotsOf(server).contains(hashSlot))
        .findFirst()
        .orElseThrow();
  }
}
