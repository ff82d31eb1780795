package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Three real primaries, between which a test moves hash slots, and room for three more nodes. They
 * write every change to their disks before they acknowledge it. Nodes are numbered from 1; drivers
 * are told of the third one.
 */
final class RealStore implements AutoCloseable {

  static final int NODES = 3;

  /** Nodes that there may be. */
  static final int ROOM = 6;

  /** Every change is on the disk before it is acknowledged. */
  static final Map<String, String> FORCED = Map.of("appendonly", "yes", "appendfsync", "always");

  /** Of a command that is no MIGRATE. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EmbeddedCluster cluster;
  private final RedisClient client = RedisClient.create();

  private RealStore(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts it, with this server program if one is given. */
  static RealStore start(Optional<Path> executable) {
    return start(executable, FORCED);
  }

  /** Starts it with these lines of configuration. */
  static RealStore start(Optional<Path> executable, Map<String, String> config) {
    return start(new io.amoeba.embedded.redis.RedisSettings(64, config, executable));
  }

  /** Starts it with these settings. */
  static RealStore start(io.amoeba.embedded.redis.RedisSettings settings) {
    return new RealStore(
        EmbeddedCluster.builder().nodes(NODES).spareNodes(ROOM - NODES).redis(settings).start());
  }

  RedisClusterServers redis() {
    return cluster.redis();
  }

  RedisConnections connections() {
    return connections(server(NODES), TIMEOUT);
  }

  /** Those that are told of one server, and log in as nobody. */
  static RedisConnections connections(RedisServer known, Duration timeout) {
    return new RedisConnections(
        new RedisSettings(
            List.of(new ServerAddress(known.host(), known.port())),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            timeout),
        Leadership.ALONE);
  }

  /** Those that name node 3. */
  RedisSettings settings(Optional<String> user, Optional<Path> password) {
    return new RedisSettings(
        List.of(new ServerAddress(server(NODES).host(), server(NODES).port())),
        user,
        password.map(Secret.InFile::new),
        Optional.empty(),
        TIMEOUT);
  }

  AcknowledgedWrites writes(int from, int to, int keysPerHashSlot) {
    return new AcknowledgedWrites(server(NODES).uri(), from, to, keysPerHashSlot);
  }

  List<HashSlotMove> moves(int from, int to, int source, int destination) {
    return List.of(
        new HashSlotMove(
            id(source),
            id(destination),
            List.of(new HashSlotSpan(from, to)),
            MoveReason.OWNER_GIVEN));
  }

  /** Keys of a hash slot that node 1 owns. */
  List<String> fill(int hashSlot, int count) {
    return fill(hashSlot, count, 1);
  }

  List<String> fill(int hashSlot, int count, int node) {
    String tag = "";
    for (int i = 0; SlotHash.getSlot(tag) != hashSlot; i++) {
      tag = "{t" + i + "}";
    }
    String found = tag;
    List<String> keys = IntStream.range(0, count).mapToObj(i -> found + i).toList();
    keys.forEach(key -> on(node, redis -> redis.set(key, "v")));
    return keys;
  }

  long keys(int hashSlot, int node) {
    return on(node, redis -> redis.clusterCountKeysInSlot(hashSlot));
  }

  /**
   * Every living node sees this owner, and no hash slot is open anywhere. Replicas hear it late.
   */
  void assertOwned(int from, int to, int node) {
    String owner = id(node);
    for (RedisServer server : redis().servers()) {
      await().atMost(PATIENCE).untilAsserted(() -> assertOwner(server, from, to, owner));
    }
  }

  private void assertOwner(RedisServer server, int from, int to, String owner) {
    String text = on(server.node(), redis -> redis.clusterNodes());
    assertThat(text).as(server.address()).doesNotContain("[");
    Partitions partitions = ClusterPartitionParser.parse(text);
    for (int hashSlot = from; hashSlot <= to; hashSlot++) {
      assertThat(partitions.getPartitionBySlot(hashSlot).getNodeId())
          .as("owner of %d by %s", hashSlot, server.address())
          .isEqualTo(owner);
    }
  }

  void acl(String rules) {
    for (RedisServer server : redis().servers()) {
      CommandArgs<String, String> arguments =
          new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("mover");
      List.of(rules.split(" ")).forEach(arguments::add);
      on(
          server.node(),
          redis ->
              redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments));
    }
  }

  <T> T on(int node, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = client.connect(server(node).uri())) {
      return command.apply(connection.sync());
    }
  }

  String id(int node) {
    return on(node, redis -> redis.clusterMyId());
  }

  RedisServer server(int node) {
    return redis().server(node);
  }

  @Override
  public void close() {
    client.shutdown();
    cluster.close();
  }
}
