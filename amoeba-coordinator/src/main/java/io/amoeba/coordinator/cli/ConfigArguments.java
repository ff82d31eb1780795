package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.text.HostSyntax;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that look at Flink and Redis themselves. Confined to one thread. */
final class ConfigArguments {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration, YAML; docs/configuration.md explains it.")
  private Path config = Path.of("");

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Mixin private CoordinatorAccess coordinator = new CoordinatorAccess();

  /**
   * Asks the coordinator, if one is named, which machines task managers are on; nobody else knows.
   */
  TaskManagerHosts taskManagerHosts() throws InterruptedException {
    if (!coordinator.isNamed()) {
      return TaskManagerHosts.UNTOLD;
    }
    Map<String, List<String>> hosts = new HashMap<>();
    for (JsonNode taskManager : coordinator.get("/api/v1/state").path("taskManagers")) {
      List<String> told = new ArrayList<>();
      taskManager.path("nodeHosts").forEach(host -> told.add(host.asText()));
      told.removeIf(host -> !HostSyntax.isHost(host));
      hosts.put(taskManager.path("id").asText(), told);
    }
    return new TaskManagerHosts(hosts, Map.of());
  }

  /**
   * Reads the configuration.
   *
   * @throws io.amoeba.coordinator.config.ConfigErrors if anything in it cannot be used
   */
  CoordinatorConfig config() {
    return ConfigReader.read(config);
  }

  /** Prints for people, or one JSON document for machines. */
  void print(PrintWriter out, Consumer<PrintWriter> text, Consumer<ObjectNode> document)
      throws JsonProcessingException {
    if (json) {
      ObjectNode root = JSON.createObjectNode();
      document.accept(root);
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    } else {
      text.accept(out);
    }
    out.flush();
  }
}
