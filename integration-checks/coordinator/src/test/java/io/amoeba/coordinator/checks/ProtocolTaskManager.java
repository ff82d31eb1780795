package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.partitioner.placement.Cohort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * The task managers' side of the placement protocol for one edge, all routers and gates in one
 * place. Not safe for concurrent use.
 */
final class ProtocolTaskManager {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final String job;
  private final long[] incarnations;
  private String coordinator = "";
  private long version = -1;
  private long prepared;
  private long active;
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

  private void report() throws IOException, InterruptedException {
    ObjectNode report = JSON.createObjectNode().put("taskManager", "all").put("host", "127.0.0.1");
    report.put("coordinator", coordinator).put("version", version);
    ArrayNode routers = report.putArray("routers");
    ArrayNode gates = report.putArray("gates");
    for (int i = 0; i < incarnations.length; i++) {
      edge(routers.addObject(), i)
          .put("targets", incarnations.length)
          .put("incarnation", Cohort.toText(incarnations[i]))
          .put("prepared", prepared)
          .put("active", active);
      edge(gates.addObject(), i)
          .put("epoch", active)
          .put("cohort", Cohort.toText(Cohort.hash(incarnations)));
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "api/v1/task-managers/all"))
            .PUT(HttpRequest.BodyPublishers.ofString(report.toString()))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 204) {
      throw new IOException("report was answered by " + answer.statusCode() + answer.body());
    }
  }

  private ObjectNode edge(ObjectNode node, int subtask) {
    return node.put("job", job)
        .put("operator", "Toll")
        .put("subtask", subtask)
        .put("parallelism", incarnations.length);
  }
}
