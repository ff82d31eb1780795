package io.amoeba.linearroad.servers;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.linearroad.observe.CoordinatorClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The coordinator as a process of its own, as in production. Safe for concurrent use. */
final class CoordinatorProcess {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final int HEAP_MEGABYTES = 160;

  private final EmbeddedCluster cluster;
  private final List<String> command;
  private final CoordinatorClient client;
  private volatile ServerProcess process;

  private CoordinatorProcess(
      EmbeddedCluster cluster, List<String> command, CoordinatorClient client) {
    this.cluster = cluster;
    this.command = command;
    this.client = client;
    this.process = launch();
  }

  /**
   * Starts it in mode {@code observe} without waiting for it.
   *
   * @param configuration the text of its file
   */
  static CoordinatorProcess launch(
      EmbeddedCluster cluster,
      String configuration,
      Distribution distribution,
      CoordinatorClient client) {
    Path config =
        ConfigResource.write(
            cluster.runFolder().resolve("coordinator.yaml"), List.of(configuration));
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
            List.of(distribution.classPathEntry()),
            "io.amoeba.coordinator.cli.AmoebaCommand",
            List.of("coordinator", "--config", config.toString()));
    return new CoordinatorProcess(cluster, java.words(), client);
  }

  private ServerProcess launch() {
    return cluster.launcher().start(ServerKind.COORDINATOR, "coordinator", command);
  }

  void awaitReady() {
    process.awaitReady(START_TIMEOUT, client::isHealthy);
  }

  void kill() {
    process.kill();
  }

  /** Starts it again after {@link #kill}; it is then in mode {@code observe}. */
  void restart() {
    process = launch();
    awaitReady();
  }
}
