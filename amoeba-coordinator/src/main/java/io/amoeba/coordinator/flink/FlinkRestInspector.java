package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.doctor.FlinkInspection;
import io.amoeba.coordinator.doctor.FlinkInspector;
import io.amoeba.coordinator.doctor.TaskManager;
import io.amoeba.coordinator.monitor.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what doctors ask of Flink's REST interface, 1.20 … 2.x. Confined to one thread. */
public final class FlinkRestInspector implements FlinkInspector {

  /** Nothing else of Flink's configuration is kept: it may hold secrets. */
  private static final Set<String> SETTINGS =
      Set.of(
          "rest.cache.execution-graph.timeout",
          "metrics.fetcher.update-interval",
          "web.timeout",
          "web.submit.enable",
          "web.access-control-allow-origin",
          "jobmanager.scheduler");

  private static final long REFRESH_DEFAULT_MILLIS = 3_000;

  private final FlinkRest rest;
  private final FlinkStreamMonitor monitor;

  /** An inspector that connects at the first inspection. */
  public FlinkRestInspector(FlinkSettings settings, Ticker ticker) {
    this.rest = new FlinkRest(settings);
    this.monitor = new FlinkStreamMonitor(settings, ticker);
  }

  @Override
  public FlinkInspection inspect() {
    try {
      JsonNode config = rest.get("/config");
      return new FlinkInspection.Answering(
          config.path("flink-version").asText(""),
          config.path("refresh-interval").asLong(REFRESH_DEFAULT_MILLIS),
          settings(),
          config.path("features").path("web-submit").asBoolean(true),
          classPath(),
          taskManagers(),
          monitor.read());
    } catch (IOException e) {
      return new FlinkInspection.Unreachable(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    monitor.close();
  }

  private Optional<Map<String, String>> settings() {
    try {
      Map<String, String> settings = new HashMap<>();
      for (JsonNode entry : rest.get("/jobmanager/config")) {
        String key = entry.path("key").asText();
        if (SETTINGS.contains(key)) {
          settings.put(key, entry.path("value").asText());
        }
      }
      return Optional.of(settings);
    } catch (IOException e) {
      return Optional.empty(); // a proxy may hide it
    }
  }

  private List<String> classPath() {
    try {
      List<String> files = new ArrayList<>();
      rest.get("/jobmanager/environment").path("classpath").forEach(f -> files.add(f.asText()));
      return files;
    } catch (IOException e) {
      return List.of();
    }
  }

  private List<TaskManager> taskManagers() throws IOException {
    List<TaskManager> taskManagers = new ArrayList<>();
    for (JsonNode node : rest.get("/taskmanagers").path("taskmanagers")) {
      taskManagers.add(
          new TaskManager(
              node.path("id").asText(),
              RpcAddress.host(node.path("path").asText()),
              node.path("slotsNumber").asInt()));
    }
    return taskManagers;
  }
}
