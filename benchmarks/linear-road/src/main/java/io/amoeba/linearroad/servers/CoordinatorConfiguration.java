package io.amoeba.linearroad.servers;

import io.amoeba.linearroad.job.LinearRoadJob;
import io.amoeba.report.ReportJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configuration of a run's own coordinator. Stateless. */
final class CoordinatorConfiguration {
  private static final String HOST = "127.0.0.1";

  /** The job learns of the new primary from its first request to the former one. */
  private static final String REDIRECT_TIME = "2s";

  /**
   * Most of the hash slots move while the job keeps all CPUs busy. Their number of steps takes the
   * time, not their few keys, so as many as possible are open together.
   */
  private static final Map<String, Integer> MOVES =
      Map.of("maxOpenHashSlots", 64, "keysPerMigrate", 1000);

  /** A save is done at half of the time to its trigger, in a round that never stays. */
  private static final Map<String, Object> FOLLOWED_SAVES =
      Map.of(
          "kinds",
          List.of("save"),
          "ways",
          List.of("follow"),
          "startAtShare",
          0.5,
          "jitterShare",
          0,
          "horizon",
          "0s",
          "postponeUntil",
          "1s");

  private CoordinatorConfiguration() {}

  /** The text of the file, in the part of YAML that is JSON. */
  static String text(JobDeployment deployment) {
    FleetOptions options = deployment.options();
    Endpoints endpoints = deployment.endpoints();
    boolean keyed = options.job().keyed();
    Map<String, Object> flink = new LinkedHashMap<>();
    flink.put("url", endpoints.flink().toString());
    if (keyed) {
      flink.put("storeFollows", LinearRoadJob.FOLLOWED_OPERATOR);
    }
    List<String> redis =
        endpoints.redis().stream().map(uri -> uri.substring(uri.indexOf("//") + 2)).toList();
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("mode", "observe");
    config.put("flink", flink);
    config.put("redis", Map.of("endpoints", redis));
    config.put("http", Map.of("host", HOST, "port", endpoints.coordinator().url().getPort()));
    config.put("stateFile", "coordinator.state.json");
    // Otherwise routing alone changes.
    if (keyed || options.layout() != FleetOptions.Layout.TOGETHER) {
      Map<String, Object> plans = new LinkedHashMap<>(changes(deployment));
      plans.put("file", "plans.json");
      config.put("plans", plans);
    }
    return ReportJson.tree(config).toPrettyString();
  }

  private static Map<String, Object> changes(JobDeployment deployment) {
    return switch (deployment.options().layout()) {
      case TOGETHER -> Map.of("moves", MOVES);
      case REDIS_APART ->
          Map.of(
              "migrations",
              Map.of(
                  "servers", "members",
                  "formerPrimary", "retire",
                  "redirectTime", REDIRECT_TIME));
      case NODE_ADDED -> Map.of("growth", Map.of("servers", "members"));
      case NODE_ADDED_TO_STORE -> Map.of("rescale", deployment.rescale());
      case REPLICAS_ON_NODES -> Map.of("upkeep", FOLLOWED_SAVES);
    };
  }
}
