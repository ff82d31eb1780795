package io.amoeba.experiments.redis;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import io.amoeba.experiments.Waiting;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Redis servers in containers of a stack, reached by the addresses of the containers. Closing ends
 * the connections, not the stack. Errors are {@link ContainerException}s. Confined to one thread.
 */
public final class RedisContainers implements AutoCloseable {
  /** Where the server of a container listens. */
  public static final int PORT = 6379;

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Stack stack;
  private final RedisClient client = RedisClient.create();
  private final List<Server> servers = new ArrayList<>();

  /** Without servers at first. */
  public RedisContainers(Stack stack) {
    this.stack = stack;
  }

  /** A server, with a connection. */
  public record Server(
      Container container, RedisURI address, RedisCommands<String, String> commands) {}

  /** Adds the server of a service, and waits until it answers. */
  public Server add(String service) {
    return add(stack.container(service), PORT);
  }

  /** Adds a server of a container, and waits until it answers. */
  public Server add(Container container, int port) {
    RedisURI address = RedisURI.create(container.address(), port);
    Server server = new Server(container, address, connection(address).sync());
    servers.add(server);
    return server;
  }

  private StatefulRedisConnection<String, String> connection(RedisURI address) {
    List<StatefulRedisConnection<String, String>> connected = new ArrayList<>();
    await(
        address + " answers",
        () -> {
          try {
            return connected.add(client.connect(address));
          } catch (RedisException e) {
            return false;
          }
        });
    return connected.get(0);
  }

  /** All servers, in the order in which they were added. */
  public List<Server> servers() {
    return List.copyOf(servers);
  }

  /** The addresses of all servers. */
  public List<RedisURI> addresses() {
    return servers.stream().map(Server::address).toList();
  }

  /**
   * Makes all servers one cluster.
   *
   * @param hashSlots of each primary
   */
  public void form(Map<Server, int[]> hashSlots) {
    for (int server = 0; server < servers.size(); server++) {
      // Distinct epochs spare the cluster the settling of collisions.
      servers.get(server).commands().clusterSetConfigEpoch(server + 1);
    }
    hashSlots.forEach((server, slots) -> server.commands().clusterAddSlots(slots));
    addresses().stream()
        .skip(1)
        .forEach(other -> servers.get(0).commands().clusterMeet(other.getHost(), other.getPort()));
    await(
        "all servers know each other",
        () ->
            servers.stream()
                .map(server -> server.commands().clusterNodes())
                .allMatch(
                    known ->
                        known.lines().count() == servers.size() && !known.contains("handshake")));
  }

  /** Makes servers replicas of a primary; waits until they are in sync and everybody knows them. */
  public void follow(Server primary, List<Server> replicas) {
    String followed = primary.commands().clusterMyId();
    replicas.forEach(replica -> replica.commands().clusterReplicate(followed));
    await(
        "the replicas are in sync",
        () ->
            replicas.stream()
                    .allMatch(
                        replica ->
                            replica
                                .commands()
                                .info("replication")
                                .contains("master_link_status:up"))
                && servers.stream()
                    .allMatch(
                        server ->
                            server.commands().clusterInfo().contains("cluster_state:ok")
                                && server
                                        .commands()
                                        .clusterNodes()
                                        .lines()
                                        .filter(node -> node.contains("slave " + followed))
                                        .count()
                                    == replicas.size()));
  }

  /**
   * Waits for a condition of the servers.
   *
   * @param what the condition, for the error
   */
  public static void await(String what, BooleanSupplier condition) {
    if (!Waiting.upTo(PATIENCE, POLL, condition)) {
      throw new ContainerException(
          "Timed out after %d s waiting until %s".formatted(PATIENCE.toSeconds(), what));
    }
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
