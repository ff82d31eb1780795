package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.DnsResolver;
import io.amoeba.coordinator.monitor.NodeEntry;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real servers with addresses that are not host and port of their own: IPv6, announced names, other
 * ports of the cluster bus, ports that a way in between has. One owns all hash slots, the other is
 * greeted and gets some.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class AddressNotationsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String KEY = "{a}1";
  private static final int HASH_SLOT = 15_495;

  @TempDir private Path folder = Path.of("");
  private final FreePorts ports = new FreePorts(new Random());
  private final RedisClient client = RedisClient.create();
  private final List<Process> servers = new ArrayList<>();
  private Path program;

  @BeforeEach
  void findProgram() {
    Optional<Path> found = ServerProgram.INSTALLED.find(folder);
    Assumptions.assumeTrue(found.isPresent(), "cluster-port needs Redis 7.0, none is installed");
    program = found.get();
  }

  @AfterEach
  void endServers() {
    servers.forEach(Process::destroyForcibly);
    client.shutdown();
  }

  @Test
  void serversOfIpv6WithNamesAndOtherBusPortsJoinAndTakeHashSlots() throws IOException {
    Assumptions.assumeTrue(FreePorts.isFree("::1", 0), "this machine has no IPv6 loopback address");
    ServerAddress old = new ServerAddress("::1", port("::1"));
    ServerAddress joining = new ServerAddress("0:0:0:0:0:0:0:1", port("::1"));
    start(old, "--cluster-announce-hostname", "old.example");
    int bus = ports.next("::1");
    start(
        joining,
        "--cluster-port",
        String.valueOf(bus),
        "--cluster-announce-hostname",
        "joining.example");

    joinAndMove(old, joining);

    Primary owner = primary(old, joining);
    assertThat(owner.address()).hasToString("[::1]:" + joining.port());
    assertThat(owner.otherHosts()).containsExactly("joining.example");
    Subtask subtask = new Subtask(0, 0, 1, "RUNNING", "0:0:0:0:0:0:0:1", "tm-1");
    assertThat(
            new NodeTable(List.of(), new DnsResolver(Ticker.SYSTEM))
                .match(List.of(subtask), List.of(owner))
                .names())
        .as("one machine")
        .hasSize(1);
    NodeEntry entry =
        new NodeEntry("node-1", List.of("[::1]"), List.of("[0::1]:" + joining.port()));
    assertThat(
            new NodeTable(List.of(entry), host -> Set.of())
                .match(List.of(subtask), List.of(owner))
                .names())
        .containsExactly("node-1");
  }

  @Test
  void serverThatAnnouncesOtherPortsThanItsOwnJoinsAndTakesHashSlots() throws IOException {
    ServerAddress old = new ServerAddress("127.0.0.1", port("127.0.0.1"));
    ServerAddress own = new ServerAddress("127.0.0.1", port("127.0.0.1"));
    int bus = ports.next("127.0.0.1");
    try (Cable clients = Cable.to(URI.create("redis://" + own));
        Cable others = Cable.to(URI.create("redis://127.0.0.1:" + bus))) {
      start(old);
      start(
          own,
          "--cluster-port",
          String.valueOf(bus),
          "--cluster-announce-ip",
          "127.0.0.1",
          "--cluster-announce-port",
          String.valueOf(clients.port()),
          "--cluster-announce-bus-port",
          String.valueOf(others.port()));

      joinAndMove(old, own);

      assertThat(primary(old, own).port()).isEqualTo(clients.port());
    }
  }

  /** The old server greets the other one, which then gets a hash slot with its key. */
  private void joinAndMove(ServerAddress old, ServerAddress joining) throws IOException {
    on(old, redis -> redis.clusterAddSlots(IntStream.range(0, 16_384).toArray()));
    await()
        .atMost(PATIENCE)
        .until(() -> on(old, RedisCommands::clusterInfo).contains("cluster_state:ok"));
    on(old, redis -> redis.set(KEY, "v"));
    // Redis 7.0 needs a third primary for moves.
    ServerAddress third = new ServerAddress(old.host(), port(old.host()));
    start(third);
    try (RedisConnections connections = new RedisConnections(settings(old), Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      for (ServerAddress server : List.of(joining, third)) {
        assertThat(store.look(Set.of(server)).at(server)).isPresent();
        // A greeting that is not answered within the node timeout is forgotten.
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofSeconds(1))
            .until(
                () -> {
                  store.meet(old, server);
                  return isMember(store.look(Set.of(server)), server);
                });
      }
    }
    try (RedisConnections connections = new RedisConnections(settings(old), Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report =
          new SlotMigrations(
                  store,
                  folder.resolve("move.json"),
                  SlotMigrationLimits.DEFAULT,
                  Duration.ofSeconds(30))
              .move(
                  List.of(
                      new HashSlotMove(
                          on(old, RedisCommands::clusterMyId),
                          on(joining, RedisCommands::clusterMyId),
                          List.of(new HashSlotSpan(HASH_SLOT, HASH_SLOT)),
                          MoveReason.OWNER_GIVEN)),
                  new Orders());
      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
    }
    String moved = on(joining, redis -> redis.get(KEY));
    assertThat(moved).isEqualTo("v");
  }

  private static boolean isMember(ClusterView view, ServerAddress joining) {
    Optional<ServerView> server = view.at(joining);
    return server.isPresent()
        && server.get().clusterWorks()
        && !view.owners().isEmpty()
        && view.owners().stream().allMatch(owner -> owner.trusts(server.get().id()));
  }

  /** The other server in the old one's view. */
  private Primary primary(ServerAddress old, ServerAddress joining) {
    String id = on(joining, RedisCommands::clusterMyId);
    try (RedisConnections connections = new RedisConnections(settings(old), Leadership.ALONE)) {
      StoreMonitor monitor = new RedisClusterMonitor(connections, StoreQuestions.NONE);
      StoreView.Found found = (StoreView.Found) monitor.read();
      return found.primaries().stream()
          .filter(primary -> primary.id().equals(id))
          .findFirst()
          .orElseThrow();
    }
  }

  private int port(String host) {
    return ports.next(List.of(host), FreePorts.REDIS_BUS_OFFSET);
  }

  private void start(ServerAddress address, String... options) throws IOException {
    Path own = Files.createDirectory(folder.resolve(String.valueOf(address.port())));
    List<String> words =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--port",
                String.valueOf(address.port()),
                "--bind",
                address.host(),
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "5000",
                "--save",
                "",
                "--dir",
                own.toString()));
    words.addAll(List.of(options));
    servers.add(
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("log").toFile())
            .start());
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(RedisException.class)
        .until(() -> on(address, RedisCommands::ping).equals("PONG"));
  }

  private <T> T on(ServerAddress server, Function<RedisCommands<String, String>, T> command) {
    RedisURI uri = RedisURI.builder().withHost(server.host()).withPort(server.port()).build();
    try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
      return command.apply(connection.sync());
    }
  }

  private static RedisSettings settings(ServerAddress endpoint) {
    return new RedisSettings(
        List.of(endpoint),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(5));
  }
}
