package io.amoeba.linearroad.servers;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.Progress;
import io.amoeba.embedded.flink.FlinkMemory;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.linearroad.kafka.Topics;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.observe.CoordinatorClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Servers as processes of this machine: Redis, Flink, Kafka and the coordinator. If one cannot be
 * started, an {@link IllegalStateException} or {@link ServerException} says why, and the others are
 * ended. Safe for concurrent use.
 */
public final class EmbeddedFleet implements Fleet {
  /** Full synchronizations do not wait for further replicas. */
  private static final RedisSettings REDIS =
      RedisSettings.defaults().with("repl-diskless-sync-delay", "0");

  /** A job that follows the store waits for two ticks of the coordinator, and for its turn. */
  private static final Duration FOLLOWING = Duration.ofSeconds(120);

  private static final int JOB_MANAGER_HEAP_MEGABYTES = 256;
  private static final int HEAP_MEGABYTES_PER_NODE = 160;
  private static final int HEAP_MEGABYTES_PER_TASK_SLOT = 160;
  private static final int NETWORK_MEGABYTES = 64;

  private final FleetOptions options;
  private final EmbeddedCluster cluster;
  private final CoordinatorProcess coordinator;
  private final AtomicReference<@Nullable ServerProcess> crashed;
  private final RunningJob job;

  private EmbeddedFleet(
      FleetOptions options,
      EmbeddedCluster cluster,
      CoordinatorProcess coordinator,
      AtomicReference<@Nullable ServerProcess> crashed,
      RunningJob job) {
    this.options = options;
    this.cluster = cluster;
    this.coordinator = coordinator;
    this.crashed = crashed;
    this.job = job;
  }

  /** Starts everything and waits until the job runs. */
  public static EmbeddedFleet start(
      FleetOptions options, Distribution distribution, Progress progress) throws IOException {
    List<String> problems = distribution.problems();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    AtomicReference<@Nullable ServerProcess> crashed = new AtomicReference<>();
    EmbeddedCluster cluster;
    CoordinatorClient client;
    try (ServerSocket port = HeldPort.hold(options.httpPort())) {
      client =
          new CoordinatorClient(
              CoordinatorAddress.of(URI.create("http://127.0.0.1:" + port.getLocalPort())));
      cluster =
          EmbeddedCluster.builder()
              .nodes(options.nodes())
              .flink(flink(options, distribution, client.url()))
              .redis(redis(options))
              .redisApart(isApart(options))
              .spareNodes(options.finalNodes() - options.nodes())
              .kafka()
              .parentFolder(options.folder())
              .keepRunFolder(options.keep())
              .progress(progress)
              .onCrash(server -> crashed.compareAndSet(null, server))
              .start();
    }
    try {
      Endpoints endpoints = endpoints(cluster, lastingRedis(options, cluster), client.url());
      JobDeployment deployment =
          new JobDeployment(
              options,
              endpoints,
              new Topics(endpoints.kafka(), "", options.partitions()),
              distribution);
      CoordinatorProcess coordinator =
          CoordinatorProcess.launch(
              cluster, CoordinatorConfiguration.text(deployment), distribution, client);
      RunningJob job = RunningJob.start(deployment);
      coordinator.awaitReady();
      return new EmbeddedFleet(options, cluster, coordinator, crashed, job);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Where the store is to follow a keyed stream, each subtask starts with equally many of its hash
   * slots on each node. So 1/N is local wherever Flink puts the subtask, as behind a hash.
   */
  private static RedisSettings redis(FleetOptions options) {
    RedisSettings redis = REDIS.withReplicas(options.replicas());
    return options.job().keyed() ? redis.withHashSlotRanges(options.parallelism()) : redis;
  }

  static FlinkSettings flink(FleetOptions options, Distribution distribution, URI coordinatorUrl) {
    int heap =
        HEAP_MEGABYTES_PER_NODE
            + HEAP_MEGABYTES_PER_TASK_SLOT * options.taskSlots()
            + options.stateMegabytes() / options.nodes();
    int network = NETWORK_MEGABYTES * options.taskSlots();
    return FlinkSettings.of(FlinkVersion.V2_3)
        .withTaskSlots(options.taskSlots())
        .withMemory(new FlinkMemory(JOB_MANAGER_HEAP_MEGABYTES, heap, network, 0))
        .withConfig(
            Map.of(
                "metrics.fetcher.update-interval",
                "500",
                // Flink fetches no metrics while it waits for those of a lost TaskManager: by
                // default for 10 minutes.
                "web.timeout",
                "15000"))
        .withExtraJars(List.of(distribution.partitionerJar()))
        // A restarted job is compiled again: with both compilers that took all of two CPUs for
        // minutes, and nothing else started meanwhile.
        .withQuickStart(options.addsNode())
        .withSystemProperties(
            node ->
                Map.of(
                    "amoeba.node.host",
                    String.join(",", hosts(options, node)),
                    "amoeba.coordinator.url",
                    coordinatorUrl.toString()));
  }

  /** A node's own host, and that of the replica of the primary before. */
  static List<String> hosts(FleetOptions options, int node) {
    String own = EmbeddedCluster.nodeHost(node);
    if (!options.hasReplicasOnNodes()) {
      return List.of(own);
    }
    int before = node == 1 ? options.nodes() : node - 1;
    int replica = options.nodes() + (before - 1) * options.replicas() + 1;
    return List.of(own, EmbeddedCluster.nodeHost(replica));
  }

  /** Addresses of the Redis servers that are members of the cluster also after a migration. */
  private static List<String> lastingRedis(FleetOptions options, EmbeddedCluster cluster) {
    // Primaries on hosts of their own are listed first, replicas last.
    return cluster.redis().servers().stream()
        .skip(isApart(options) ? options.nodes() : 0)
        .limit(options.nodes())
        .map(RedisServer::address)
        .toList();
  }

  static Endpoints endpoints(EmbeddedCluster cluster, List<String> redis, URI coordinator) {
    return new Endpoints(
        cluster.flink().restUrl(),
        cluster.kafka().bootstrapServers(),
        redis.stream().map(address -> "redis://" + address).toList(),
        CoordinatorAddress.of(coordinator),
        cluster.runFolder(),
        cluster.runFolder().resolve("logs").toString());
  }

  private static boolean isApart(FleetOptions options) {
    return options.layout() == FleetOptions.Layout.REDIS_APART;
  }

  /** Its options. */
  public FleetOptions options() {
    return options;
  }

  @Override
  public RunningJob job() {
    return job;
  }

  /** The processes. */
  public EmbeddedCluster cluster() {
    return cluster;
  }

  /** {@inheritDoc} The message has the last lines of the server's log. */
  @Override
  public void check() {
    ServerProcess server = crashed.get();
    if (server != null) {
      throw new ServerException(server.endedMessage());
    }
  }

  @Override
  public void disturb(Disturbance disturbance) {
    switch (disturbance.victim()) {
      case TASK_MANAGER -> {
        cluster.flink().taskManager(disturbance.node()).kill();
        cluster.flink().startTaskManager(disturbance.node());
      }
      case COORDINATOR -> {
        coordinator.kill();
        coordinator.restart();
      }
    }
  }

  @Override
  public void addNode() {
    int node = options.finalNodes();
    RedisServer added = cluster.redis().startNode(node);
    if (options.jobFollows()) {
      moveHashSlotsTo(added);
      cluster.flink().startTaskManager(node);
      job.awaitSuccessor(FOLLOWING);
    } else {
      cluster.flink().startTaskManager(node);
      job.rescale(options.partitions());
    }
  }

  /** Gives the new node its share of the hash slots, as an operator would. */
  private void moveHashSlotsTo(RedisServer added) {
    int nodes = options.finalNodes();
    for (RedisServer server : cluster.redis().servers()) {
      List<Integer> owned = cluster.redis().hashSlotsOf(server);
      if (server.node() != added.node()) {
        cluster.redis().moveHashSlots(owned.subList(0, owned.size() / nodes), server, added);
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
