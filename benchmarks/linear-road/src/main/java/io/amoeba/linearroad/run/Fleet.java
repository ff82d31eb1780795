package io.amoeba.linearroad.run;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.Progress;
import io.amoeba.embedded.flink.FlinkMemory;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.kafka.KafkaSettings;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.job.history.HistoryLoader;
import io.amoeba.linearroad.observe.ConsumedOffsets;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.JobMetrics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All servers of a run with the running job: Redis, Flink, Kafka and the coordinator. What cannot
 * be started is reported as {@link IllegalStateException} or {@link ServerException}, and nothing
 * is left. Safe for concurrent use.
 */
public final class Fleet implements AutoCloseable {
  private static final Duration JOB_START = Duration.ofSeconds(90);
  private static final Duration JOB_END = Duration.ofSeconds(60);
  private static final int JOB_MANAGER_HEAP_MEGABYTES = 256;
  private static final int HEAP_MEGABYTES_PER_NODE = 160;
  private static final int HEAP_MEGABYTES_PER_TASK_SLOT = 160;
  private static final int NETWORK_MEGABYTES = 64;
  private static final String JOB_CLASS = "io.amoeba.linearroad.job.LinearRoadJob";

  private final FleetOptions options;
  private final EmbeddedCluster cluster;
  private final CoordinatorProcess coordinator;
  private final AtomicReference<@Nullable ServerProcess> crashed;
  private final String jobId;

  private Fleet(
      FleetOptions options,
      EmbeddedCluster cluster,
      CoordinatorProcess coordinator,
      AtomicReference<@Nullable ServerProcess> crashed,
      String jobId) {
    this.options = options;
    this.cluster = cluster;
    this.coordinator = coordinator;
    this.crashed = crashed;
    this.jobId = jobId;
  }

  /** Starts everything and waits until the job runs. */
  public static Fleet start(FleetOptions options, Distribution distribution, Progress progress) {
    List<String> problems = distribution.problems();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    AtomicReference<@Nullable ServerProcess> crashed = new AtomicReference<>();
    EmbeddedCluster cluster;
    CoordinatorClient client;
    try (HeldPort port = HeldPort.hold(options.httpPort())) {
      client = new CoordinatorClient(URI.create("http://127.0.0.1:" + port.port()));
      cluster =
          EmbeddedCluster.builder()
              .nodes(options.nodes())
              .flink(flink(options, distribution, client.url()))
              .redis(RedisSettings.defaults())
              .kafka(KafkaSettings.defaults())
              .parentFolder(options.folder())
              .keepRunFolder(options.keep())
              .progress(progress)
              .onCrash(server -> crashed.compareAndSet(null, server))
              .start();
    }
    try {
      CoordinatorProcess coordinator = CoordinatorProcess.launch(cluster, distribution, client);
      Topics.create(cluster.kafka().bootstrapServers(), options.parallelism());
      String jobId = runJob(options, cluster, distribution);
      coordinator.awaitReady();
      return new Fleet(options, cluster, coordinator, crashed, jobId);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static FlinkSettings flink(
      FleetOptions options, Distribution distribution, URI coordinatorUrl) {
    int heap = HEAP_MEGABYTES_PER_NODE + HEAP_MEGABYTES_PER_TASK_SLOT * options.taskSlots();
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
        .withSystemProperties(
            node ->
                Map.of(
                    "amoeba.node.host",
                    EmbeddedCluster.nodeHost(node),
                    "amoeba.coordinator.url",
                    coordinatorUrl.toString()));
  }

  private static String runJob(
      FleetOptions options, EmbeddedCluster cluster, Distribution distribution) {
    FleetOptions.JobSettings job = options.job();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--bootstrap", cluster.kafka().bootstrapServers(),
                "--redis", String.join(",", redisUris(cluster)),
                "--input", Topics.INPUT,
                "--answers", Topics.ANSWERS,
                "--rejected", Topics.REJECTED,
                "--parallelism", Integer.toString(options.parallelism()),
                "--handOver", job.handOver(),
                "--redisBatch", Integer.toString(job.redisBatch()),
                "--checkpointMillis", Long.toString(job.checkpointInterval().toMillis()),
                "--guarantee", job.exactlyOnce() ? "exactlyOnce" : "atLeastOnce"));
    if (job.orderProbe()) {
      arguments.addAll(List.of("--orderProbe", probeFolder(cluster).toString()));
    }
    String jobId =
        cluster.flink().runJar(distribution.jobJar(), JOB_CLASS, arguments, options.parallelism());
    cluster.flink().awaitRunning(jobId, JOB_START);
    return jobId;
  }

  private static List<String> redisUris(EmbeddedCluster cluster) {
    return cluster.redis().servers().stream()
        .map(RedisServer::address)
        .map(address -> "redis://" + address)
        .collect(Collectors.toList());
  }

  private static Path probeFolder(EmbeddedCluster cluster) {
    return cluster.runFolder().resolve("order-probe");
  }

  /** How it was started. */
  public FleetOptions options() {
    return options;
  }

  /** Writes histories to the tables in Redis. */
  public void load(Histories histories) throws IOException {
    try (HistoryLoader loader = HistoryLoader.connect(redisUris(cluster))) {
      Path tolls = histories.tolls();
      if (tolls != null) {
        loader.loadTolls(tolls);
      }
      Path segments = histories.segments();
      if (segments != null) {
        loader.loadSegments(segments);
      }
    }
  }

  /** The processes. */
  public EmbeddedCluster cluster() {
    return cluster;
  }

  /** Where the accesses to Redis are logged. */
  public Path probeFolder() {
    return probeFolder(cluster);
  }

  /** Where input goes. */
  public Feeder.Target inputTarget() {
    return new Feeder.Target(
        cluster.kafka().bootstrapServers(), Topics.INPUT, options.parallelism());
  }

  /** Where answers come from. */
  public AnswerCollector.Topics answerTopics() {
    return new AnswerCollector.Topics(
        cluster.kafka().bootstrapServers(), Topics.ANSWERS, options.parallelism(), Topics.REJECTED);
  }

  /** The coordinator's interface. */
  public CoordinatorClient coordinator() {
    return coordinator.client();
  }

  /** What the job has read of its input. */
  public ConsumedOffsets consumedOffsets() {
    return new ConsumedOffsets(
        cluster.kafka().bootstrapServers(), Topics.INPUT, options.parallelism());
  }

  /** The job's metrics from now on. */
  public JobMetrics metrics() {
    return new JobMetrics(path -> cluster.flink().get(path), jobId);
  }

  /** Throws if a server has ended by itself, with the last lines of its log. */
  public void check() {
    ServerProcess server = crashed.get();
    if (server != null) {
      throw new ServerException(server.endedMessage());
    }
  }

  /** Ends the job with everything committed. */
  public void endJob(boolean drain) {
    cluster.flink().stopWithSavepoint(jobId, drain, cluster.runFolder().resolve("savepoint"));
    long deadlineNanos = System.nanoTime() + JOB_END.toNanos();
    while (!cluster.flink().jobState(jobId).equals("FINISHED")) {
      if (System.nanoTime() > deadlineNanos) {
        throw new ServerException(
            "The job did not end within %d s of its savepoint: see %s"
                .formatted(JOB_END.toSeconds(), cluster.flink().jobManager().logFile()));
      }
      Pause.millis(50);
    }
  }

  /** Kills a process and starts it again. */
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
  public void close() {
    cluster.close();
  }
}
