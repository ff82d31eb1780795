package io.amoeba.partitioner.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's side of the placement protocol for one edge, over real HTTP: publishes the next
 * map as soon as the last one is complete. Can stop relaying, as if it were lost.
 */
final class TestCoordinator implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final String id = UUID.randomUUID().toString();
  private final Map<String, JsonNode> reports = new HashMap<>();
  private final LongFunction<@Nullable PlacementMap> maps;
  private String job = "";
  private String operator = "";
  private long version = 1;
  private @Nullable PlacementMap published;
  private long completedEpoch = -1;
  private List<String> completedCohort = List.of();
  private long switches;
  private long silentFrom = Long.MAX_VALUE;

  TestCoordinator(LongFunction<@Nullable PlacementMap> maps) throws IOException {
    this.maps = maps;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/api/v1/placement", this::poll);
    server.createContext("/api/v1/task-managers/", this::report);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Epochs that were published and completed. */
  synchronized long switches() {
    return switches;
  }

  /** Routers whose input has ended, as gates report them. */
  synchronized long endedRouters() {
    return bySubtask("gates").values().stream().mapToLong(gate -> gate.get("ended").size()).sum();
  }

  /** Records that gates keep, as last reported. */
  synchronized long held() {
    return bySubtask("gates").values().stream().mapToLong(gate -> gate.get("held").asLong()).sum();
  }

  /** Commits the map of this epoch, and is as good as lost from then on. */
  synchronized void fallSilentWith(long epoch) {
    silentFrom = epoch;
  }

  private void report(HttpExchange exchange) throws IOException {
    JsonNode report = JSON.readTree(exchange.getRequestBody());
    synchronized (this) {
      reports.put(report.get("taskManager").asText(), report);
      evaluate();
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  private void evaluate() {
    Map<Integer, JsonNode> routers = bySubtask("routers");
    Map<Integer, JsonNode> gates = bySubtask("gates");
    if (routers.isEmpty()) {
      evaluateOrderFree();
      changed();
      return;
    }
    JsonNode router = routers.values().iterator().next();
    int targets = router.get("targets").asInt();
    Map<Integer, String> incarnations = new TreeMap<>();
    gates
        .values()
        .forEach(
            gate ->
                gate.get("ended")
                    .forEach(
                        ended ->
                            incarnations.put(
                                ended.get("router").asInt(), ended.get("incarnation").asText())));
    routers.forEach((subtask, live) -> incarnations.put(subtask, live.get("incarnation").asText()));
    if (incarnations.size() < router.get("parallelism").asInt() || gates.size() < targets) {
      return;
    }
    job = router.get("job").asText();
    operator = router.get("operator").asText();
    List<String> cohort = List.copyOf(incarnations.values());
    String hash = Cohort.toText(Cohort.hash(cohort.stream().mapToLong(Cohort::fromText).toArray()));
    long active = router.get("active").asLong();
    boolean complete =
        routers.values().stream().allMatch(r -> r.get("active").asLong() == active)
            && gates.values().stream()
                .allMatch(
                    g ->
                        g.get("epoch").asLong() == active && g.get("cohort").asText().equals(hash));
    if (complete && !silent() && (active != completedEpoch || !cohort.equals(completedCohort))) {
      completedEpoch = active;
      completedCohort = cohort;
      if (published == null || active >= published.epoch()) {
        switches += active > 0 ? 1 : 0;
        PlacementMap next = maps.apply(active + 1);
        published = next == null ? published : next;
      }
    }
    changed();
  }

  private boolean silent() {
    return published != null && published.epoch() >= silentFrom;
  }

  private void evaluateOrderFree() {
    for (JsonNode report : reports.values()) {
      for (JsonNode direct : report.get("direct")) {
        job = "order-free";
        operator = direct.get("operator").asText();
        if (published == null || direct.get("epoch").asLong() == published.epoch()) {
          switches++;
          published = maps.apply(switches);
        }
      }
    }
  }

  private void changed() {
    version++;
    notifyAll();
  }

  private Map<Integer, JsonNode> bySubtask(String kind) {
    Map<Integer, JsonNode> lines = new TreeMap<>();
    reports.values().forEach(r -> r.get(kind).forEach(l -> lines.put(l.get("subtask").asInt(), l)));
    return lines;
  }

  private void poll(HttpExchange exchange) throws IOException {
    Map<String, String> query = new HashMap<>();
    for (String pair : exchange.getRequestURI().getQuery().split("&", -1)) {
      query.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    byte[] body;
    synchronized (this) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      while (id.equals(query.get("coordinator"))
          && Long.parseLong(query.get("version")) == version
          && System.nanoTime() < deadline) {
        try {
          wait(100);
        } catch (InterruptedException e) {
          return;
        }
      }
      body = JSON.writeValueAsBytes(document());
    }
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private ObjectNode document() {
    ObjectNode document = JSON.createObjectNode().put("coordinator", id).put("version", version);
    ArrayNode edges = document.putArray("edges");
    if (job.isEmpty()) {
      return document;
    }
    ObjectNode edge = edges.addObject().put("job", job).put("operator", operator);
    PlacementMap map = published;
    if (map != null) {
      edge.put("epoch", map.epoch()).put("parallelism", map.parallelism()).put("phase", "COMMIT");
      ArrayNode ranges = edge.putArray("hashSlots");
      for (HashSlotRange range : map.ranges()) {
        ranges.addArray().add(range.from()).add(range.to()).add(range.subtask());
      }
    }
    ObjectNode completed = edge.putObject("completed").put("epoch", Math.max(0, completedEpoch));
    ArrayNode cohort = completed.putArray("cohort");
    completedCohort.forEach(cohort::add);
    ArrayNode finished = edge.putArray("finished");
    if (!silent()) {
      bySubtask("gates")
          .forEach(
              (subtask, gate) ->
                  finished
                      .addObject()
                      .put("subtask", subtask)
                      .put("epoch", gate.get("epoch").asLong())
                      .put("cohort", gate.get("cohort").asText()));
    }
    return document;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
