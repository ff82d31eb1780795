package io.amoeba.experiments.leadership;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.redis.RedisContainers;
import io.amoeba.experiments.redis.RedisContainers.Server;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The stack of {@code docker/leadership/compose.yaml}: each node is a container. The primary has
 * all hash slots but two, which belong to the voters. Closing removes it.
 */
final class ContainerGroup implements Group {
  private static final int SLOTS = 16_384;
  private static final List<String> VOTERS = List.of("voter-1", "voter-2");
  private static final String BACKUP = "backup";
  private static final int SAME_NODE_PORT = 6_380;

  /** Memory of a server over its data: as much again for its child, and a rest. */
  private static final int SPARE_MEGABYTES = 256;

  private final Stack stack;
  private final RedisContainers containers;
  private final double cpus;
  private final List<Server> data = new ArrayList<>();
  private final List<Server> voters = new ArrayList<>();

  private ContainerGroup(Stack stack, double cpus) {
    this.stack = stack;
    this.containers = new RedisContainers(stack);
    this.cpus = cpus;
  }

  /** Starts the servers with whole CPUs. */
  static ContainerGroup start(LeadershipOptions options, LeadershipMode.Setup setup) {
    Engine engine = Engine.find();
    Images images = new Images(engine, Lab.dockerFolder());
    List<String> holders =
        IntStream.rangeClosed(1, 1 + options.replicas()).mapToObj(i -> "redis-" + i).toList();
    List<String> services =
        Stream.of(holders, VOTERS, List.of(BACKUP)).flatMap(List::stream).toList();
    int processes = setup == LeadershipMode.Setup.SAME_NODE ? 2 : 1;
    int megabytes = (2 * options.mebibytes() + SPARE_MEGABYTES) * processes;
    Map<String, Limits> limits = new HashMap<>();
    holders.forEach(service -> limits.put(service, new Limits(1.0, megabytes, null)));
    String settings = words(options.serverOptions(setup));
    Map<String, String> variables = new HashMap<>(images.variables());
    variables.put("REDIS_OPTIONS", settings);
    Stack stack =
        Stack.start(
            engine,
            new StackSettings(
                images.dockerFolder().resolve("leadership").resolve("compose.yaml"),
                "amoeba-" + Long.toHexString(System.nanoTime()),
                services,
                variables,
                limits));
    ContainerGroup group = new ContainerGroup(stack, options.cpus());
    stack.starting(starting -> group.form(holders, setup, settings));
    return group;
  }

  private static String words(Map<String, String> settings) {
    StringBuilder words =
        new StringBuilder("--cluster-node-timeout %d".formatted(NODE_TIMEOUT_MILLIS));
    settings.forEach((name, value) -> words.append(" --%s %s".formatted(name, value)));
    return words.toString();
  }

  private void form(List<String> holders, LeadershipMode.Setup setup, String settings) {
    holders.forEach(service -> data.add(containers.add(service)));
    if (setup == LeadershipMode.Setup.SAME_NODE) {
      Container node = data.get(0).container();
      node.execInBackground(
          "sh",
          "-c",
          "mkdir -p /data/second && exec redis-server --port %d --dir /data/second --protected-mode no --cluster-enabled yes --save '' %s"
              .formatted(SAME_NODE_PORT, settings));
      // The one to which the lead moves comes first.
      data.add(1, containers.add(node, SAME_NODE_PORT));
    }
    VOTERS.forEach(service -> voters.add(containers.add(service)));
    int most = SLOTS - voters.size();
    Map<Server, int[]> slots = new HashMap<>();
    slots.put(data.get(0), IntStream.range(0, most).toArray());
    for (int voter = 0; voter < voters.size(); voter++) {
      slots.put(voters.get(voter), new int[] {most + voter});
    }
    containers.form(slots);
    containers.follow(data.get(0), data.subList(1, data.size()));
  }

  private static GroupServer server(Server server) {
    return new GroupServer(
        server.container() + ":" + server.address().getPort(), server.address(), server.commands());
  }

  @Override
  public GroupServer primary() {
    return server(data.get(0));
  }

  @Override
  public GroupServer candidate() {
    return server(data.get(1));
  }

  @Override
  public List<GroupServer> servers() {
    return data.stream().map(ContainerGroup::server).toList();
  }

  @Override
  public List<GroupServer> voters() {
    return voters.stream().map(ContainerGroup::server).toList();
  }

  @Override
  public RedisClusterClient newClient() {
    return RedisClusterClient.create(containers.addresses());
  }

  @Override
  public void limit() {
    limit(cpus);
  }

  @Override
  public void unlimit() {
    limit(1);
  }

  private void limit(double each) {
    data.stream()
        .filter(server -> server.address().getPort() == RedisContainers.PORT)
        .forEach(server -> server.container().limitCpus(each));
  }

  @Override
  public void kill(GroupServer server) {
    data.stream()
        .filter(one -> one.address().equals(server.address()))
        .findFirst()
        .orElseThrow()
        .container()
        .exec("sh", "-c", "kill -9 $(pidof redis-server)");
  }

  @Override
  public void restart(GroupServer server) {
    // Its container does so, long after a replica has taken over.
  }

  @Override
  public void backUp(GroupServer server) {
    stack
        .container(BACKUP)
        .exec(
            "redis-cli",
            "-h",
            server.address().getHost(),
            "-p",
            String.valueOf(server.address().getPort()),
            "--rdb",
            "/tmp/backup.rdb");
  }

  @Override
  public void close() {
    try {
      containers.close();
    } finally {
      stack.close();
    }
  }
}
