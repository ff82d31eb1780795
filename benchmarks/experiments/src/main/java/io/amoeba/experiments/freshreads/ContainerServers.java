package io.amoeba.experiments.freshreads;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.freshreads.Scenario.Fault;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The stack of {@code docker/fresh-reads/compose.yaml}. Clients are outside, and have the rest of
 * the machine. Closing removes it.
 */
final class ContainerServers implements ReplicatedServers {
  private static final int PORT = 6379;
  private static final int SLOTS = 16_384;
  private static final Duration START = Duration.ofMinutes(1);

  /** After a fault, TCP may wait for minutes before it sends again. */
  private static final Duration CATCHING_UP = Duration.ofMinutes(4);

  private static final Duration POLL = Duration.ofMillis(200);

  private final Engine engine;
  private final Stack stack;
  private final double cpus;
  private final List<Container> containers = new ArrayList<>();
  private final List<RedisURI> addresses = new ArrayList<>();
  private final RedisClient client = RedisClient.create();
  private final List<RedisCommands<String, String>> servers = new ArrayList<>();
  private @Nullable NetworkFault cut;

  private ContainerServers(Engine engine, Stack stack, double cpus) {
    this.engine = engine;
    this.stack = stack;
    this.cpus = cpus;
  }

  /**
   * Starts the servers with whole CPUs.
   *
   * @param cpus of each server from {@link #limit} on
   */
  static ContainerServers start(double cpus, boolean faults) {
    Engine engine = Engine.find();
    Images images = new Images(engine, Lab.dockerFolder());
    if (faults) {
      images.build();
    }
    List<String> services =
        IntStream.rangeClosed(1, 1 + REPLICAS).mapToObj(number -> "redis-" + number).toList();
    Map<String, Limits> limits = new HashMap<>();
    services.forEach(service -> limits.put(service, Limits.ofCpus(1)));
    Stack stack =
        Stack.start(
            engine,
            new StackSettings(
                images.dockerFolder().resolve("fresh-reads").resolve("compose.yaml"),
                "amoeba-" + Long.toHexString(System.nanoTime()),
                services,
                images.variables(),
                limits));
    ContainerServers servers = new ContainerServers(engine, stack, cpus);
    stack.starting(
        starting -> {
          services.forEach(servers::add);
          servers.form();
        });
    return servers;
  }

  private void add(String service) {
    Container container = stack.container(service);
    RedisURI address = address(container);
    containers.add(container);
    addresses.add(address);
    servers.add(connection(address).sync());
  }

  private RedisURI address(Container container) {
    String address =
        engine
            .docker(
                "inspect",
                "--format",
                "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
                container.id())
            .strip();
    return RedisURI.create(address, PORT);
  }

  private void form() {
    RedisCommands<String, String> primary = servers.get(0);
    for (int server = 0; server < servers.size(); server++) {
      servers.get(server).clusterSetConfigEpoch(server + 1);
    }
    primary.clusterAddSlots(IntStream.range(0, SLOTS).toArray());
    addresses.stream().skip(1).forEach(other -> primary.clusterMeet(other.getHost(), PORT));
    await(
        "all servers know each other",
        () ->
            servers.stream()
                .map(RedisCommands::clusterNodes)
                .allMatch(
                    known ->
                        known.lines().count() == servers.size() && !known.contains("handshake")));
    replicas().forEach(replica -> replica.clusterReplicate(primary.clusterMyId()));
    await("the replicas are in sync", this::isComplete);
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

  private List<RedisCommands<String, String>> replicas() {
    return servers.subList(1, servers.size());
  }

  private boolean isComplete() {
    return replicas().stream().allMatch(this::isInSync)
        && servers.stream()
            .allMatch(
                server ->
                    server.clusterInfo().contains("cluster_state:ok")
                        && server
                                .clusterNodes()
                                .lines()
                                .filter(node -> node.contains("slave"))
                                .count()
                            == REPLICAS);
  }

  private boolean isInSync(RedisCommands<String, String> replica) {
    return ReplicatedServers.isInSync(
        servers.get(0).info("replication"), replica.info("replication"));
  }

  private static void await(String what, BooleanSupplier condition) {
    if (!Waiting.upTo(START, POLL, condition)) {
      throw new ContainerException(
          "Timed out after %d s waiting until %s".formatted(START.toSeconds(), what));
    }
  }

  @Override
  public RedisClusterClient newClient() {
    RedisClusterClient cluster = RedisClusterClient.create(addresses);
    cluster.setOptions(ReplicatedServers.options());
    return cluster;
  }

  @Override
  public void limit() {
    containers.forEach(container -> container.limitCpus(cpus));
  }

  private Container disturbed() {
    return containers.get(containers.size() - 1);
  }

  @Override
  public void disturb(Fault fault) {
    if (fault == Fault.STALE_REPLICA) {
      cut = NetworkFault.cutPort(engine, stack, disturbed(), PORT);
    } else if (fault == Fault.SLOW_REPLICA) {
      disturbed().limitCpus(cpus / 2);
    }
  }

  @Override
  public void restore() {
    disturbed().limitCpus(cpus);
    if (cut != null) {
      cut.close();
      cut = null;
    }
    RedisCommands<String, String> last = servers.get(servers.size() - 1);
    if (!Waiting.upTo(CATCHING_UP, POLL, () -> isInSync(last))) {
      throw new ContainerException(
          "The replica still lags %d s after its fault".formatted(CATCHING_UP.toSeconds()));
    }
  }

  @Override
  public String description() {
    return "containers with %.2f CPUs each".formatted(cpus);
  }

  @Override
  public void close() {
    try {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    } finally {
      stack.close();
    }
  }
}
