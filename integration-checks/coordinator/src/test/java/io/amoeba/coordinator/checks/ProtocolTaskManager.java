package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.partitioner.placement.Cohort;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The task managers' side of the placement protocol for one edge: all routers in one place, and
 * each gate for the task manager where Flink runs it. Not safe for concurrent use.
 */
final class ProtocolTaskManager {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OPERATOR = "Toll";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final String job;
  private final long[] incarnations;
  private String coordinator = "";
  private long version = -1;
  private long prepared;
  private long active;
  private Map<String, List<Integer>> gates = Map.of();
  private JsonNode hashSlots = JSON.createArrayNode();

  ProtocolTaskManager(String address, String job, long... incarnations) {
    this.address = address;
    this.job = job;
    this.incarnations = incarnations.clone();
  }

  long active() {
    return active;
  }

  /** Owner of a hash slot by the active map. */
  int owner(int hashSlot) {
    for (JsonNode range : hashSlots) {
      if (hashSlot >= range.get(0).asInt() && hashSlot <= range.get(1).asInt()) {
        return range.get(2).asInt();
      }
    }
    return -1;
  }

  /** What a test waits for. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Takes part in the protocol until the condition holds. */
  void stepUntil(Duration patience, Condition condition) {
    await()
        .atMost(patience)
        .until(
            () -> {
              step();
              return condition.holds();
            });
  }

  /** Reports, asks for the document, and acts on it. */
  void step() throws IOException, InterruptedException {
    Map<String, List<Integer>> found = gates();
    gates = found.isEmpty() ? gates : found; // the coordinator may be cut off from Flink
    report();
    String seen = version < 0 ? "" : "&coordinator=" + coordinator + "&version=" + version;
    String query = "?taskManager=all" + seen;
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(address + "api/v1/placement" + query)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 200) {
      apply(JSON.readTree(answer.body()));
      report();
    } else if (answer.statusCode() != 204) {
      throw new IOException("document was answered by " + answer.statusCode() + answer.body());
    }
  }

  private void apply(JsonNode document) {
    coordinator = document.path("coordinator").asText();
    version = document.path("version").asLong();
    for (JsonNode edge : document.path("edges")) {
      long epoch = edge.path("epoch").asLong();
      if (edge.path("job").asText().equals(job) && epoch > active) {
        prepared = epoch;
        if (edge.path("phase").asText().equals("COMMIT") && isCovered(edge.path("completed"))) {
          active = epoch;
          hashSlots = edge.path("hashSlots");
        }
      }
    }
  }

  private boolean isCovered(JsonNode completed) {
    boolean covered = completed.path("epoch").asLong(-1) == active;
    for (int i = 0; i < incarnations.length; i++) {
      covered &= completed.path("cohort").path(i).asText().equals(Cohort.toText(incarnations[i]));
    }
    return covered;
  }

  /** Subtasks by the task manager that runs them, as far as the coordinator knows them. */
  private Map<String, List<Integer>> gates() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(address + "api/v1/state")).build(),
            HttpResponse.BodyHandlers.ofString());
    Map<String, List<Integer>> found = new HashMap<>();
    if (answer.statusCode() != 200) {
      return found; // it has not looked yet
    }
    for (JsonNode node : JSON.readTree(answer.body()).path("nodes")) {
      for (JsonNode subtask : node.path("subtasks")) {
        int index = subtask.path("index").asInt();
        if (subtask.path("operator").asText().equals(OPERATOR) && index < incarnations.length) {
          found
              .computeIfAbsent(subtask.path("taskManager").asText(), id -> new ArrayList<>())
              .add(index);
        }
      }
    }
    return found;
  }

  private void report() throws IOException, InterruptedException {
    ObjectNode ofRouters = reportOf("all");
    ArrayNode routers = ofRouters.putArray("routers");
    for (int i = 0; i < incarnations.length; i++) {
      edge(routers.addObject(), i)
          .put("targets", incarnations.length)
          .put("incarnation", Cohort.toText(incarnations[i]))
          .put("prepared", prepared)
          .put("active", active);
    }
    put(ofRouters);
    for (Map.Entry<String, List<Integer>> taskManager : gates.entrySet()) {
      ObjectNode ofGates = reportOf(taskManager.getKey());
      ArrayNode lines = ofGates.putArray("gates");
      for (int subtask : taskManager.getValue()) {
        edge(lines.addObject(), subtask)
            .put("epoch", active)
            .put("cohort", Cohort.toText(Cohort.hash(incarnations)));
      }
      put(ofGates);
    }
  }

  private ObjectNode reportOf(String taskManager) {
    return JSON.createObjectNode()
        .put("taskManager", taskManager)
        .put("host", "127.0.0.1")
        .put("coordinator", coordinator)
        .put("version", version);
  }

  private void put(ObjectNode report) throws IOException, InterruptedException {
    String id = URLEncoder.encode(report.path("taskManager").asText(), StandardCharsets.UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "api/v1/task-managers/" + id))
            .PUT(HttpRequest.BodyPublishers.ofString(report.toString()))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 204) {
      throw new IOException("report was answered by " + answer.statusCode() + answer.body());
    }
  }

  private ObjectNode edge(ObjectNode node, int subtask) {
    return node.put("job", job)
        .put("operator", OPERATOR)
        .put("subtask", subtask)
        .put("parallelism", incarnations.length);
  }
}
