package io.amoeba.embedded.redis;

import io.amoeba.embedded.network.PortForwarder;
import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A Redis Cluster behind a translation of addresses: each server listens at one address and
 * announces another one, at which this passes connections on. Nodes are numbered from 1: first the
 * primaries, then the replicas of the first one, of the second one, and so on. Confined to one
 * thread.
 */
public final class TranslatedCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final TranslatedSettings settings;
  private final ServerLauncher launcher;
  private final FreePorts ports = new FreePorts(new Random());
  private final RedisClient client = RedisClient.create();

  /** Also read by threads that take connections. */
  private final Map<Integer, TranslatedServer> servers = new ConcurrentSkipListMap<>();

  private TranslatedCluster(TranslatedSettings settings, Path folder) {
    this.settings = settings;
    this.launcher = ServerLauncher.open(RunFolder.create(folder, /* keep= */ false), ended -> {});
    client.setOptions(ClientOptions.builder().autoReconnect(false).build());
  }

  /**
   * Starts the servers, and waits until each reports that the cluster is up and replicas are in
   * sync.
   *
   * @param folder where the servers' files are until {@link #close()}
   */
  public static TranslatedCluster start(TranslatedSettings settings, Path folder) {
    TranslatedCluster cluster = new TranslatedCluster(settings, folder);
    try {
      cluster.form();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void form() {
    int primaries = settings.primaries();
    int nodes = primaries * (1 + settings.replicas());
    for (int node = 1; node <= nodes; node++) {
      String host = settings.announcedHost().apply(node);
      int port = ports.next(List.of(settings.boundHost(), host), FreePorts.REDIS_BUS_OFFSET);
      servers.put(node, launch(node, port, host));
    }
    for (TranslatedServer server : servers.values()) {
      await(server, () -> on(server, RedisCommands::ping).equals("PONG"));
      // Distinct epochs spare the cluster the settling of collisions.
      run(server, redis -> redis.clusterSetConfigEpoch(server.node()));
      if (server.node() <= primaries) {
        run(
            server,
            redis -> redis.clusterAddSlots(HashSlots.share(server.node() - 1, primaries, 1)));
      }
    }
    awaitAgreement();
    for (int node = primaries + 1; node <= nodes; node++) {
      TranslatedServer replica = server(node);
      String primary = id((node - primaries - 1) / settings.replicas() + 1);
      // Until the replica has heard of its primary.
      await(replica, () -> on(replica, redis -> redis.clusterReplicate(primary)).equals("OK"));
    }
    for (int node = primaries + 1; node <= nodes; node++) {
      awaitSync(node);
    }
  }

  private TranslatedServer launch(int node, int boundPort, String host) {
    int port = settings.portsKept() ? boundPort : ports.next(List.of(host), 0);
    int busPort = ports.next(List.of(host), 0);
    Path folder = launcher.runFolder().subfolder("redis/" + node);
    Map<String, String> config =
        ConfigResource.properties(RedisProcesses.class, "redis.properties");
    config.put("port", settings.tls() ? "0" : Integer.toString(boundPort));
    config.put("tls-port", settings.tls() ? Integer.toString(boundPort) : "0");
    config.put("bind", settings.boundHost());
    config.put("dir", '"' + folder.toString() + '"');
    config.put("repl-diskless-sync-delay", "0"); // all replicas are there at once
    config.put("cluster-announce-ip", host);
    config.put(
        settings.tls() ? "cluster-announce-tls-port" : "cluster-announce-port",
        Integer.toString(port));
    config.put("cluster-announce-bus-port", Integer.toString(busPort));
    if (!settings.addressesTakeClients()) {
      config.put("bind-source-addr", host); // by which servers are told from clients
    }
    List<String> lines = new ArrayList<>();
    config.forEach((name, value) -> lines.add(name + " " + value));
    lines.addAll(settings.lines().apply(node));
    Path file = ConfigResource.write(folder.resolve("redis.conf"), lines);
    String bound = settings.boundHost();
    Predicate<InetAddress> passing =
        settings.addressesTakeClients()
            ? from -> true
            : from ->
                servers.values().stream()
                    .anyMatch(server -> server.host().equals(from.getHostAddress()));
    PortForwarder clients =
        PortForwarder.open(socket(host, port), socket(bound, boundPort), passing);
    PortForwarder others =
        PortForwarder.open(
            socket(host, busPort),
            socket(bound, boundPort + FreePorts.REDIS_BUS_OFFSET),
            from -> true);
    ServerProcess process =
        launcher.start(
            ServerKind.REDIS,
            "redis-" + node,
            List.of(settings.executable().toString(), file.toString()));
    return new TranslatedServer(
        node, bound, boundPort, host, port, busPort, process, clients, others);
  }

  private static InetSocketAddress socket(String host, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(host + " is no address", e);
    }
  }

  /** Ends a server, and starts it again with its identity at another announced host. */
  public TranslatedServer move(int node, String host) {
    TranslatedServer old = server(node);
    old.end();
    TranslatedServer moved = launch(node, old.boundPort(), host);
    servers.put(node, moved);
    await(moved, () -> on(moved, RedisCommands::ping).equals("PONG"));
    awaitAgreement();
    return moved;
  }

  /** Lets a replica take over from its primary, and waits until it leads in every view. */
  public void failOver(int replica) {
    TranslatedServer server = server(replica);
    RepeatedOrder order =
        RepeatedOrder.ofNew(
            RedisClusterServers.TAKING_OVER,
            () -> run(server, redis -> redis.clusterFailover(false)));
    await(
        server,
        () -> {
          if (on(server, r -> r.info("replication")).contains("role:master")) {
            return true;
          }
          order.giveIfDue();
          return false;
        });
    awaitSeen(replica, seen -> !seen.getSlots().isEmpty());
  }

  private void awaitSync(int replica) {
    TranslatedServer server = server(replica);
    await(server, () -> on(server, r -> r.info("replication")).contains("master_link_status:up"));
    awaitSeen(replica, seen -> seen.getSlaveOf() != null);
  }

  /** Waits until every server sees a node so. */
  private void awaitSeen(int node, Predicate<RedisClusterNode> so) {
    String id = id(node);
    for (TranslatedServer other : servers.values()) {
      await(
          other,
          () ->
              ClusterNodes.of(on(other, RedisCommands::clusterNodes)).stream()
                  .anyMatch(seen -> seen.getNodeId().equals(id) && so.test(seen)));
    }
  }

  /** Every server knows all, by the addresses of now, and reports that the cluster works. */
  private void awaitAgreement() {
    for (TranslatedServer server : servers.values()) {
      await(
          server,
          () -> {
            String nodes = on(server, RedisCommands::clusterNodes);
            Collection<RedisClusterNode> seen = ClusterNodes.of(nodes);
            boolean agrees =
                on(server, RedisCommands::clusterInfo).contains("cluster_state:ok")
                    && seen.size() == servers.size()
                    && !nodes.contains("handshake")
                    && !nodes.contains("fail")
                    && !nodes.contains("disconnected")
                    && servers.values().stream()
                        .allMatch(
                            other -> nodes.contains(" " + other.host() + ":" + other.port() + "@"));
            if (!agrees && seen.size() < servers.size()) {
              meetAll(server);
            }
            return agrees;
          });
    }
  }

  private void meetAll(TranslatedServer server) {
    for (TranslatedServer other : servers.values()) {
      if (other != server) {
        CommandArgs<String, String> meet =
            new CommandArgs<>(StringCodec.UTF8)
                .add("MEET")
                .add(other.host())
                .add(other.port())
                .add(other.busPort());
        run(
            server,
            redis ->
                redis.dispatch(CommandType.CLUSTER, new StatusOutput<>(StringCodec.UTF8), meet));
      }
    }
  }

  private static void await(TranslatedServer server, Callable<Boolean> condition) {
    server.process().awaitReady(PATIENCE, condition);
  }

  /** All servers, by number. */
  public List<TranslatedServer> servers() {
    return List.copyOf(servers.values());
  }

  /**
   * A server by its number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public TranslatedServer server(int node) {
    TranslatedServer server = servers.get(node);
    if (server == null) {
      throw new IllegalArgumentException("There is no node " + node);
    }
    return server;
  }

  /** The cluster's name of a server: 40 hexadecimal digits. */
  public String id(int node) {
    return on(node, RedisCommands::clusterMyId);
  }

  /** The hash slots that a server owns in its own view, ascending. */
  public List<Integer> hashSlotsOf(int node) {
    return ClusterNodes.own(ClusterNodes.of(on(node, RedisCommands::clusterNodes))).getSlots();
  }

  /** Does something at a server, by the address at which it listens. */
  public <T> T on(int node, Function<RedisCommands<String, String>, T> commands) {
    return on(server(node), commands);
  }

  private <T> T on(TranslatedServer server, Function<RedisCommands<String, String>, T> commands) {
    RedisURI uri =
        RedisURI.builder(server.boundUri())
            .withSsl(settings.tls())
            .withVerifyPeer(SslVerifyMode.NONE)
            .build();
    try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
      return commands.apply(connection.sync());
    }
  }

  private void run(
      TranslatedServer server, Function<RedisCommands<String, String>, String> command) {
    String unused = on(server, command);
  }

  /** Ends all servers, and removes their files. */
  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    servers.values().forEach(TranslatedServer::end);
    launcher.close();
  }
}
