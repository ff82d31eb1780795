package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerLauncher;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Redis Cluster on one machine, node <i>i</i> on its own loopback address. Nodes are numbered
 * from 1: first the primaries, then the replicas of the first one, of the second one, and so on.
 * Safe for concurrent use; changes wait for each other.
 */
public final class RedisClusterServers implements AutoCloseable {
  private static final Duration CLUSTER_TIMEOUT = Duration.ofMinutes(2);

  /** A greeting that is not answered within the node timeout is forgotten. */
  private static final Duration GREETING = Duration.ofSeconds(5);

  /** An order to take over that is not carried out within five seconds is forgotten. */
  static final Duration TAKING_OVER = Duration.ofSeconds(6);

  private static final StringCodec KEYS = new StringCodec(StandardCharsets.ISO_8859_1);

  private final RedisProcesses processes;
  private final IntFunction<String> hosts;
  private final RedisClient client = client();
  private final Map<String, StatefulRedisConnection<String, String>> connections =
      new ConcurrentHashMap<>();
  private final Map<Integer, RedisServer> servers = new TreeMap<>();

  private RedisClusterServers(RedisProcesses processes, IntFunction<String> hosts) {
    this.processes = processes;
    this.hosts = hosts;
  }

  private static RedisClient client() {
    RedisClient client = RedisClient.create();
    // Killed servers are normal here: no reconnecting in the background, with a warning each time.
    client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    return client;
  }

  /**
   * Starts primaries that share all hash slots, with their replicas, and waits until each server
   * reports that the cluster is up.
   *
   * @param hosts address of each node number
   */
  public static RedisClusterServers start(
      ServerLauncher launcher,
      RedisSettings settings,
      FreePorts ports,
      int primaries,
      IntFunction<String> hosts) {
    RedisProcesses processes = new RedisProcesses(launcher, settings, ports);
    int nodes = primaries * (1 + settings.replicas());
    processes.reservePort(IntStream.rangeClosed(1, nodes).mapToObj(hosts).toList());
    RedisClusterServers cluster = new RedisClusterServers(processes, hosts);
    try {
      cluster.form(primaries, nodes, settings.hashSlotRanges());
      cluster.followPrimaries(primaries, settings.replicas());
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private synchronized void form(int primaries, int nodes, int rangesOfEach) {
    for (int node = 1; node <= nodes; node++) {
      servers.put(node, processes.launch(node, hosts.apply(node)));
    }
    servers.values().forEach(RedisServer::awaitReady);
    for (RedisServer server : servers.values()) {
      RedisCommands<String, String> commands = commands(server);
      // Distinct epochs spare the cluster the settling of collisions.
      commands.clusterSetConfigEpoch(server.node());
      if (server.node() <= primaries) {
        commands.clusterAddSlots(HashSlots.share(server.node() - 1, primaries, rangesOfEach));
      }
    }
    // Each meets all others: waiting for gossip alone takes seconds longer.
    servers.values().forEach(this::meetAll);
    awaitAgreement();
  }

  private synchronized void followPrimaries(int primaries, int replicasOfEach) {
    List<RedisServer> replicas =
        servers.values().stream().filter(server -> server.node() > primaries).toList();
    for (RedisServer replica : replicas) {
      RedisServer primary = server(primaryNode(replica, primaries, replicasOfEach));
      commands(replica).clusterReplicate(nodeId(primary));
    }
    replicas.forEach(
        replica -> awaitFollowed(replica, server(primaryNode(replica, primaries, replicasOfEach))));
  }

  private static int primaryNode(RedisServer replica, int primaries, int replicasOfEach) {
    return (replica.node() - primaries - 1) / replicasOfEach + 1;
  }

  /** The servers that run or have been killed, by node number. */
  public synchronized List<RedisServer> servers() {
    return List.copyOf(servers.values());
  }

  /**
   * @throws IllegalArgumentException if the node was never started
   */
  public synchronized RedisServer server(int node) {
    RedisServer server = servers.get(node);
    if (server == null) {
      throw new IllegalArgumentException(
          "There is no Redis node %d; the nodes are %s".formatted(node, servers.keySet()));
    }
    return server;
  }

  /**
   * Starts a primary without hash slots and lets it join, or starts a killed one again with its old
   * address, identity and hash slots (but, without persistence, none of its keys).
   */
  public synchronized RedisServer startNode(int node) {
    boolean isNew = !servers.containsKey(node);
    RedisServer server = launch(node);
    server.awaitReady();
    if (isNew) {
      meetAll(server);
    }
    awaitAgreement();
    return server;
  }

  /** Starts killed nodes again, all at the same time: one alone may never see a whole cluster. */
  public synchronized void startAgain(Collection<Integer> nodes) {
    List<RedisServer> started = nodes.stream().map(this::launch).toList();
    started.forEach(RedisServer::awaitReady);
    awaitAgreement();
  }

  private RedisServer launch(int node) {
    RedisServer old = servers.get(node);
    if (old != null && old.process().isAlive()) {
      throw new IllegalStateException(
          "Redis node %d already runs at %s".formatted(node, old.address()));
    }
    RedisServer server = processes.launch(node, hosts.apply(node));
    servers.put(node, server);
    return server;
  }

  /**
   * Starts another server as a replica, and waits until it is in sync and every primary knows it,
   * without which it gets no vote.
   */
  public synchronized RedisServer startReplica(int node, RedisServer primary) {
    RedisServer replica = startNode(node);
    commands(replica).clusterReplicate(nodeId(primary));
    awaitFollowed(replica, primary);
    return replica;
  }

  /** Lets a replica take over from its primary, and waits until it leads. */
  public void failOver(RedisServer replica) {
    RepeatedOrder order =
        RepeatedOrder.ofNew(TAKING_OVER, () -> commands(replica).clusterFailover(false));
    await(
        replica,
        () -> {
          if (commands(replica).info("replication").contains("role:master")) {
            return true;
          }
          order.giveIfDue();
          return false;
        });
  }

  /** Waits until a replica is in sync and every running server knows whose replica it is. */
  private void awaitFollowed(RedisServer replica, RedisServer primary) {
    await(replica, () -> commands(replica).info("replication").contains("master_link_status:up"));
    String id = nodeId(replica);
    String followed = nodeId(primary);
    for (RedisServer server : alive()) {
      await(
          server,
          () ->
              ClusterNodes.replicas(commands(server).clusterNodes(), followed).stream()
                  .anyMatch(node -> node.getNodeId().equals(id)));
    }
  }

  /**
   * Whether a replica follows a primary that owns hash slots, in its own view. Redis 7.2 to 8.8 may
   * leave a replica with a former primary for ever, where it redirects every read
   * (redis/redis#15472): as an operator would, this then tells it to follow the new primary.
   */
  public boolean leadToOwner(RedisServer replica) {
    Collection<RedisClusterNode> seen = ClusterNodes.of(commands(replica).clusterNodes());
    RedisClusterNode followed = ClusterNodes.primaryOf(ClusterNodes.own(seen), seen);
    if (followed.getSlaveOf() != null
        && !ClusterNodes.primaryOf(followed, seen).getSlots().isEmpty()) {
      commands(replica).clusterReplicate(followed.getSlaveOf());
    }
    return !followed.getSlots().isEmpty();
  }

  /** The running replicas of a primary, in its view. */
  public List<RedisServer> replicasOf(RedisServer primary) {
    Set<String> hosts =
        ClusterNodes.replicas(commands(primary).clusterNodes(), nodeId(primary)).stream()
            .map(node -> node.getUri().getHost())
            .collect(Collectors.toSet());
    return alive().stream().filter(server -> hosts.contains(server.host())).toList();
  }

  /**
   * The network between the servers.
   *
   * @throws IllegalStateException if the settings ask for none
   */
  public ServerNetwork network() {
    ServerNetwork network = processes.network();
    if (network == null) {
      throw new IllegalStateException(
          "These Redis servers reach each other directly: start them with withNetwork()");
    }
    return network;
  }

  /**
   * Moves hash slots with their keys under traffic, as {@code redis-cli --cluster reshard} does.
   *
   * @throws ServerException if a key cannot be moved; the hash slot is then still open for another
   *     attempt
   */
  public synchronized void moveHashSlots(
      Collection<Integer> hashSlots, RedisServer from, RedisServer to) {
    HashSlotMove move = new HashSlotMove(commands(from), commands(to), to);
    // Replicas refuse SETSLOT, and learn of it from the bus.
    List<RedisCommands<String, String>> others =
        alive().stream()
            .filter(server -> server.node() != from.node() && server.node() != to.node())
            .map(this::commands)
            .filter(one -> one.info("replication").contains("role:master"))
            .toList();
    OlderClaims olderClaims = new OlderClaims(nodeId(to));
    await(to, () -> olderClaims.areGone(aliveViews()));
    Optional<RedisCommands<String, String>> third = others.stream().findFirst();
    if (third.isPresent() && move.marksLast()) {
      move.blur(hashSlots, third.get().clusterMyId());
      String source = nodeId(from);
      await(to, () -> seesOwner(commands(to).clusterNodes(), hashSlots, source));
    }
    // The first one gives the new owner the largest epoch, which it keeps for the others.
    Runnable known = () -> await(to, () -> OlderClaims.knowEpochs(aliveViews()));
    for (int hashSlot : hashSlots) {
      move.move(hashSlot, others, known);
      known = () -> {};
    }
    String owner = nodeId(to);
    await(to, () -> aliveViews().stream().allMatch(view -> seesOwner(view, hashSlots, owner)));
  }

  private static void await(RedisServer server, Callable<Boolean> condition) {
    server.process().awaitReady(CLUSTER_TIMEOUT, condition);
  }

  private static boolean seesOwner(String answer, Collection<Integer> hashSlots, String owner) {
    return ClusterNodes.of(answer).stream()
        .filter(node -> node.getNodeId().equals(owner))
        .anyMatch(node -> hashSlots.stream().allMatch(node::hasSlot));
  }

  private List<String> aliveViews() {
    return alive().stream().map(server -> commands(server).clusterNodes()).toList();
  }

  /** The hash slots that a server owns in its own view, ascending. */
  public List<Integer> hashSlotsOf(RedisServer server) {
    return ClusterNodes.own(ClusterNodes.of(commands(server).clusterNodes())).getSlots();
  }

  /** CLUSTER NODES of every server, for messages. */
  public String nodesSeen() {
    return servers().stream()
        .map(server -> commands(server).clusterNodes())
        .collect(Collectors.joining("\n"));
  }

  /** How many hash slots each server owns in its own view, by node. */
  public List<Integer> hashSlotCounts() {
    return servers().stream().map(server -> hashSlotsOf(server).size()).toList();
  }

  /** The cluster's name of a server: 40 hexadecimal digits. */
  public String nodeId(RedisServer server) {
    return commands(server).clusterMyId();
  }

  /**
   * A connection to one server that stays open until {@link #close()}. Latin 1 carries binary keys
   * unchanged.
   */
  RedisCommands<String, String> commands(RedisServer server) {
    return connections
        .compute(
            server.address(),
            (address, open) ->
                open != null && open.isOpen() ? open : client.connect(KEYS, server.uri()))
        .sync();
  }

  private void meetAll(RedisServer server) {
    for (RedisServer other : alive()) {
      if (other != server) {
        commands(server).clusterMeet(other.host(), announcedPort(other));
      }
    }
  }

  private int announcedPort(RedisServer server) {
    ServerNetwork network = processes.network();
    return network == null ? server.port() : network.announce(server.host(), server.port());
  }

  private synchronized List<RedisServer> alive() {
    return servers.values().stream().filter(server -> server.process().isAlive()).toList();
  }

  /**
   * Waits until every running server knows all running ones and reports {@code cluster_state:ok}.
   */
  private void awaitAgreement() {
    List<RedisServer> alive = alive();
    RepeatedOrder greeting = RepeatedOrder.ofGiven(GREETING, () -> alive.forEach(this::meetAll));
    for (RedisServer server : alive) {
      await(
          server,
          () -> {
            greeting.giveIfDue();
            return agrees(server, alive.size());
          });
    }
  }

  private boolean agrees(RedisServer server, int alive) {
    RedisCommands<String, String> commands = commands(server);
    boolean works =
        commands.clusterInfo().contains("cluster_state:ok")
            && ClusterNodes.connected(commands.clusterNodes()) >= alive;
    if (!works) {
      throw new ServerException(
          "cluster state of " + server.address() + ": " + commands.clusterInfo());
    }
    return true;
  }

  /** Closes the connections; the launcher ends the processes. */
  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    ServerNetwork network = processes.network();
    if (network != null) {
      network.close();
    }
  }
}
