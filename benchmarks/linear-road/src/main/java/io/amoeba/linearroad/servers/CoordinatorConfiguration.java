package io.amoeba.linearroad.servers;

import io.amoeba.linearroad.job.LinearRoadJob;
import java.util.ArrayList;
import java.util.List;

/** The configuration of a run's own coordinator. Stateless. */
final class CoordinatorConfiguration {
  private static final String HOST = "127.0.0.1";

  /** The job learns of the new primary from its first request to the former one. */
  private static final int REDIRECT_MILLIS = 2_000;

  /**
   * Most of the hash slots move while the job keeps all CPUs busy. Their number of steps takes the
   * time, not their few keys, so as many as possible are open together.
   */
  private static final String MOVES = "  moves: {hashSlotsAtOnce: 64, keysPerMigrate: 1000}";

  private CoordinatorConfiguration() {}

  /** Lines of YAML. */
  static List<String> lines(JobDeployment deployment) {
    FleetOptions options = deployment.options();
    Endpoints endpoints = deployment.endpoints();
    List<String> redis =
        endpoints.redis().stream().map(uri -> uri.substring(uri.indexOf("//") + 2)).toList();
    List<String> lines = new ArrayList<>();
    lines.add("mode: observe");
    lines.add(
        options.job().keyed()
            ? "flink: {url: '%s', storeFollows: %s}"
                .formatted(endpoints.flink(), LinearRoadJob.FOLLOWED_OPERATOR)
            : "flink: {url: '%s'}".formatted(endpoints.flink()));
    lines.add("redis: {endpoints: [%s]}".formatted(String.join(", ", redis)));
    lines.add(
        "http: {host: %s, port: %d}".formatted(HOST, endpoints.coordinator().url().getPort()));
    lines.add("stateFile: coordinator.state.json");
    boolean together = options.layout() == FleetOptions.Layout.TOGETHER;
    if (together && !options.job().keyed()) {
      return lines; // routing alone changes
    }
    lines.add("plans:");
    lines.add("  file: plans.json");
    switch (options.layout()) {
      case TOGETHER -> lines.add(MOVES);
      case REDIS_APART ->
          lines.add(
              "  migrations: {servers: members, formerPrimary: retire, redirectMillis: %d}"
                  .formatted(REDIRECT_MILLIS));
      case NODE_ADDED -> lines.add("  growth: {servers: members}");
      case NODE_ADDED_TO_STORE -> lines.addAll(deployment.rescaleLines());
    }
    return lines;
  }
}
