package io.amoeba.linearroad.run;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerCommand;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.linearroad.observe.CoordinatorClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The coordinator as a process of its own, as in production. Safe for concurrent use. */
final class CoordinatorProcess {
  private static final String HOST = "127.0.0.1";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int HEAP_MEGABYTES = 160;

  /** The job is told of the new primary by its first request to the former one. */
  private static final int REDIRECT_MILLIS = 2_000;

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
   * @param redis addresses of servers that stay members of the Redis Cluster
   * @param layout says how it may change what is where in the store
   */
  static CoordinatorProcess launch(
      EmbeddedCluster cluster,
      List<String> redis,
      FleetOptions.Layout layout,
      Distribution distribution,
      CoordinatorClient client) {
    Path config = cluster.runFolder().resolve("coordinator.yaml");
    List<String> lines = new ArrayList<>();
    lines.add("mode: observe");
    lines.add("flink: {url: '%s'}".formatted(cluster.flink().restUrl()));
    lines.add("redis: {endpoints: [%s]}".formatted(String.join(", ", redis)));
    lines.add("http: {host: %s, port: %d}".formatted(HOST, client.url().getPort()));
    lines.add("stateFile: coordinator.state.json");
    switch (layout) {
      case REDIS_APART ->
          lines.add(
              "plans: {file: plans.json, migrations: {servers: members, formerPrimary: retire, redirectMillis: %d}}"
                  .formatted(REDIRECT_MILLIS));
      case NODE_ADDED -> lines.add("plans: {file: plans.json, growth: {servers: members}}");
      case TOGETHER -> {
        // Routing alone changes.
      }
    }
    try {
      Files.write(config, lines);
    } catch (IOException e) {
      throw new ServerException("Cannot write " + config, e);
    }
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
            List.of(distribution.classPathEntry()),
            "io.amoeba.coordinator.cli.AmoebaCommand",
            List.of("coordinator", "--config", config.toString()));
    return new CoordinatorProcess(cluster, java.words(), client);
  }

  private ServerProcess launch() {
    return cluster
        .launcher()
        .start(new ServerCommand(ServerKind.COORDINATOR, "coordinator", command));
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
