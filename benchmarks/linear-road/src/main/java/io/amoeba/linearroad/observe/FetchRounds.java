package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * How often Flink has fetched the metrics of every TaskManager. It fetches those of all at once,
 * but they answer one after the other, and a busy one late. Confined to the observing thread.
 */
final class FetchRounds {
  /** Always grows, so it tells whether Flink has fetched metrics since the last look. */
  private static final String CLOCK = "Status.JVM.CPU.Time";

  private final Function<String, JsonNode> rest;
  private final Map<String, Long> clocks = new HashMap<>();
  private final Set<String> renewed = new HashSet<>();
  private long complete;

  /**
   * No round yet.
   *
   * @param rest answers a GET request of Flink's REST interface; may throw
   */
  FetchRounds(Function<String, JsonNode> rest) {
    this.rest = rest;
  }

  /** Asks for every TaskManager's clock; says whether one has gone on since the last call. */
  boolean look() {
    Map<String, Long> before = Map.copyOf(clocks);
    clocks.clear();
    boolean any = false;
    for (JsonNode taskManager : rest.apply("/taskmanagers").path("taskmanagers")) {
      String id = taskManager.path("id").asText();
      long clock = clock(id);
      clocks.put(id, clock);
      if (clock > before.getOrDefault(id, 0L)) {
        any = true;
        renewed.add(id);
      }
    }
    if (any && renewed.containsAll(clocks.keySet())) {
      renewed.clear();
      complete++;
    }
    return any;
  }

  private long clock(String taskManager) {
    return rest.apply("/taskmanagers/" + taskManager + "/metrics?get=" + CLOCK)
        .path(0)
        .path("value")
        .asLong();
  }

  /** In each of them every TaskManager has answered at least once. */
  long complete() {
    return complete;
  }
}
