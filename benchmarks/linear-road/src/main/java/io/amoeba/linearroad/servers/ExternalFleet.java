package io.amoeba.linearroad.servers;

import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.linearroad.job.history.StoreContents;
import io.amoeba.linearroad.kafka.Topics;
import io.amoeba.linearroad.observe.CoordinatorClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * External servers. Topics, job and files of the run are removed at the end, also when this process
 * is interrupted; keys in Redis stay. Safe for concurrent use.
 */
final class ExternalFleet implements Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(ExternalFleet.class);
  private static final long CHECK_NANOS = 2_000_000_000L;
  private static final Set<String> LOST = Set.of("FAILED", "CANCELED", "SUSPENDED");

  private final FleetOptions options;
  private final Topics topics;
  private final RunningJob job;
  private final Thread shutdownHook = new Thread(this::end, "end-linear-road");
  private long checkedNanos = System.nanoTime(); // guarded by this

  private ExternalFleet(FleetOptions options, Topics topics, RunningJob job) {
    this.options = options;
    this.topics = topics;
    this.job = job;
  }

  /**
   * Checks the servers and starts the job on them.
   *
   * @throws IllegalStateException with all problems, before anything is changed
   */
  static ExternalFleet start(
      FleetOptions options, ExternalServers servers, Distribution distribution)
      throws IOException, InterruptedException {
    Endpoints given = servers.endpoints();
    List<String> problems = ServerChecks.problems(servers, options.parallelism());
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    if (servers.emptyRedis()) {
      try (StoreContents contents = StoreContents.connect(given.redis())) {
        contents.clear();
      }
    }
    // A coordinator that acts since an earlier run would leave no time before the alignment.
    new CoordinatorClient(given.coordinator()).observe();
    String run = "-" + UUID.randomUUID().toString().substring(0, 8);
    Path folder = Files.createDirectories(given.workFolder().resolve("linear-road" + run));
    // Flink's processes may belong to another user.
    folder.toFile().setWritable(true, false);
    Endpoints endpoints = given.withWorkFolder(folder);
    Topics topics = new Topics(given.kafka(), run, options.partitions());
    try {
      ExternalFleet fleet =
          new ExternalFleet(
              options,
              topics,
              RunningJob.start(new JobDeployment(options, endpoints, topics, distribution)));
      // An interrupted process must end the job that it started.
      Runtime.getRuntime().addShutdownHook(fleet.shutdownHook);
      return fleet;
    } catch (RuntimeException e) {
      delete(folder);
      throw e;
    }
  }

  @Override
  public RunningJob job() {
    return job;
  }

  @Override
  public void check() {
    synchronized (this) {
      if (System.nanoTime() - checkedNanos < CHECK_NANOS) {
        return;
      }
      checkedNanos = System.nanoTime();
    }
    String state = job.state();
    if (LOST.contains(state)) {
      throw new ServerException("The job is %s: see %s".formatted(state, job.endpoints().flink()));
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      return; // this process ends, and the hook does the same
    }
    end();
  }

  private void end() {
    job.cancel();
    topics.delete();
    if (!options.keep()) {
      delete(job.endpoints().workFolder());
    }
  }

  private static void delete(Path folder) {
    try {
      RunFolder.delete(folder);
    } catch (IOException e) {
      LOG.warn("{} could not be removed", folder, e);
    }
  }
}
