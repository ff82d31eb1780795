package io.amoeba.redis;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Redis Cluster of two real nodes for the tests of a class, and which keys are where. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
final class TwoRedisNodes implements BeforeAllCallback, AfterAllCallback {
  /** Relative to the folder of each node. */
  private static final String SOCKET = "own.sock";

  private EmbeddedCluster cluster;

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster =
        EmbeddedCluster.builder()
            .nodes(2)
            .redis(RedisSettings.defaults().with("unixsocket", SOCKET))
            .start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (cluster != null) {
      cluster.close();
    }
  }

  RedisServer server(int node) {
    return cluster.redis().server(node);
  }

  /** The socket of a node in the file system. */
  Path socket(RedisServer server) {
    Path[] folder = new Path[1];
    at(server, at -> folder[0] = Path.of(at.configGet("dir").get("dir")));
    return folder[0].resolve(SOCKET);
  }

  List<String> uris() {
    return cluster.redis().servers().stream().map(server -> "redis://" + server.address()).toList();
  }

  /** A configuration for operators on one of the nodes. */
  ColocatedRedisConfig config(int ownNode) {
    return config(ownNode, uris());
  }

  static ColocatedRedisConfig config(int ownNode, List<String> uris) {
    return ColocatedRedisConfig.builder()
        .uris(uris)
        .localHosts(List.of(EmbeddedCluster.nodeHost(ownNode)))
        .build();
  }

  /** A URI at which nothing listens. */
  String deadUri() {
    return "redis://127.0.0.1:" + cluster.ports().next("127.0.0.1");
  }

  List<Integer> hashSlotsOf(RedisServer server) {
    return cluster.redis().hashSlotsOf(server);
  }

  /** The key number {@code i} of {@link #keysOnNode1}. */
  static String key(int i) {
    return "{key-" + i + "}:x";
  }

  long keysOnNode1(int keys) {
    List<Integer> hashSlots = hashSlotsOf(server(1));
    return IntStream.range(0, keys).filter(i -> hashSlots.contains(HashSlot.of(key(i)))).count();
  }

  String keyOn(RedisServer server) {
    List<Integer> hashSlots = hashSlotsOf(server);
    return IntStream.range(0, 10_000)
        .mapToObj(i -> "moved-" + i)
        .filter(key -> hashSlots.contains(HashSlot.of(key)))
        .findFirst()
        .orElseThrow();
  }

  void moveHashSlot(int hashSlot, RedisServer from, RedisServer to) {
    cluster.redis().moveHashSlots(List.of(hashSlot), from, to);
  }

  /** Does something at each node over a connection of its own. */
  void atEach(Consumer<RedisCommands<String, String>> action) {
    for (RedisServer server : cluster.redis().servers()) {
      at(server, action);
    }
  }

  void at(RedisServer server, Consumer<RedisCommands<String, String>> action) {
    try (RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        StatefulRedisConnection<String, String> connection = client.connect()) {
      action.accept(connection.sync());
    }
  }
}
