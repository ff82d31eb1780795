package io.amoeba.experiments.freshreads;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.freshreads.Scenario.Fault;
import io.amoeba.experiments.redis.RedisContainers;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The stack of {@code docker/fresh-reads/compose.yaml}. Clients are outside, and have the rest of
 * the machine. Closing removes it.
 */
final class ContainerServers implements ReplicatedServers {
  private static final int SLOTS = 16_384;

  /** After a fault, TCP may wait for minutes before it sends again. */
  private static final Duration CATCHING_UP = Duration.ofMinutes(4);

  private static final Duration POLL = Duration.ofMillis(200);

  private final Engine engine;
  private final Stack stack;
  private final RedisContainers servers;
  private final double cpus;
  private @Nullable NetworkFault cut;

  private ContainerServers(Engine engine, Stack stack, double cpus) {
    this.engine = engine;
    this.stack = stack;
    this.servers = new RedisContainers(stack);
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
          services.forEach(servers.servers::add);
          servers.form();
        });
    return servers;
  }

  private void form() {
    servers.form(Map.of(primary(), IntStream.range(0, SLOTS).toArray()));
    servers.follow(primary(), servers.servers().subList(1, servers.servers().size()));
  }

  private RedisContainers.Server primary() {
    return servers.servers().get(0);
  }

  private boolean isInSync(RedisContainers.Server replica) {
    return ReplicatedServers.isInSync(
        primary().commands().info("replication"), replica.commands().info("replication"));
  }

  @Override
  public RedisClusterClient newClient() {
    RedisClusterClient cluster = RedisClusterClient.create(servers.addresses());
    cluster.setOptions(ReplicatedServers.options());
    return cluster;
  }

  @Override
  public void limit() {
    servers.servers().forEach(server -> server.container().limitCpus(cpus));
  }

  private RedisContainers.Server disturbed() {
    return servers.servers().get(servers.servers().size() - 1);
  }

  @Override
  public void disturb(Fault fault) {
    if (fault == Fault.STALE_REPLICA) {
      cut = NetworkFault.cutPort(engine, stack, disturbed().container(), RedisContainers.PORT);
    } else if (fault == Fault.SLOW_REPLICA) {
      disturbed().container().limitCpus(cpus / 2);
    }
  }

  @Override
  public void restore() {
    disturbed().container().limitCpus(cpus);
    if (cut != null) {
      cut.close();
      cut = null;
    }
    if (!Waiting.upTo(CATCHING_UP, POLL, () -> isInSync(disturbed()))) {
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
      servers.close();
    } finally {
      stack.close();
    }
  }
}
