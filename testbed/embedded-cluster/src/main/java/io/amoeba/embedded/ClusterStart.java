package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.kafka.KafkaBroker;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.runtime.Runtimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Starts the three kinds of servers at the same time, once. */
final class ClusterStart {
  private final ClusterSettings settings;
  private final Runtimes runtimes;
  private final ServerLauncher launcher;
  private final FreePorts ports;
  private final Progress progress;
  private int done;
  private volatile @Nullable RedisClusterServers redis;
  private volatile @Nullable FlinkCluster flink;
  private volatile @Nullable KafkaBroker kafka;

  ClusterStart(
      ClusterSettings settings,
      Runtimes runtimes,
      ServerLauncher launcher,
      FreePorts ports,
      Progress progress) {
    this.settings = settings;
    this.runtimes = runtimes;
    this.launcher = launcher;
    this.ports = ports;
    this.progress = progress;
  }

  @Nullable RedisClusterServers redis() {
    return redis;
  }

  @Nullable FlinkCluster flink() {
    return flink;
  }

  @Nullable KafkaBroker kafka() {
    return kafka;
  }

  /** Returns when all servers are ready, or throws the exception of the first that fails. */
  void run() {
    List<Runnable> parts = parts();
    if (parts.isEmpty()) {
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(parts.size(), ClusterStart::daemon);
    try {
      CompletionService<Boolean> completion = new ExecutorCompletionService<>(threads);
      parts.forEach(part -> completion.submit(part, true));
      for (int i = 0; i < parts.size(); i++) {
        completion.take().get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new ServerException("The cluster could not be started", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("The start of the cluster was interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "amoeba-cluster-start");
    thread.setDaemon(true);
    return thread;
  }

  private List<Runnable> parts() {
    List<Runnable> parts = new ArrayList<>();
    Optional.ofNullable(settings.flink()).ifPresent(of -> parts.add(() -> startFlink(of)));
    if (settings.kafka()) {
      parts.add(this::startKafka);
    }
    Optional.ofNullable(settings.redis()).ifPresent(of -> parts.add(() -> startRedis(of)));
    return parts;
  }

  private void startFlink(FlinkSettings flinkSettings) {
    FlinkCluster started =
        new FlinkCluster(launcher, runtimes, flinkSettings, ports, EmbeddedCluster::nodeHost);
    for (int node = 1; node <= settings.nodes(); node++) {
      started.launchTaskManager(node);
    }
    started.awaitJobManager();
    report("JobManager");
    for (int node = 1; node <= settings.nodes(); node++) {
      started.awaitTaskManager(node);
      report("TaskManager " + node);
    }
    flink = started;
  }

  private void startKafka() {
    kafka = KafkaBroker.start(launcher, runtimes, ports);
    report("Kafka");
  }

  private void startRedis(RedisSettings redisSettings) {
    int nodes = settings.nodes();
    RedisClusterServers started =
        RedisClusterServers.start(launcher, redisSettings, ports, nodes, settings::redisHost);
    redis = started; // its connections are closed even if a later server does not start
    if (settings.redisApart()) {
      IntStream.rangeClosed(nodes + 1, 2 * nodes).forEach(started::startNode);
    }
    report("Redis Cluster");
  }

  private synchronized void report(String name) {
    done++;
    progress.step(name, done, settings.steps());
  }
}
