package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * How often Flink has fetched the metrics of every TaskManager. It requests those of all at once,
 * but a busy TaskManager responds late. Confined to the observing thread.
 */
final class FetchRounds {
  /** Always grows, and so shows whether Flink has fetched metrics since the last call. */
  private static final String CLOCK = "Status.JVM.CPU.Time";

  private static final String ALL_CLOCKS = "/taskmanagers/metrics?agg=sum&get=" + CLOCK;

  private final Function<String, JsonNode> rest;
  private final Set<String> renewed = new HashSet<>();
  private Map<String, Long> clocks = Map.of();
  private double sum = -1;
  private long complete;

  /**
   * No round yet.
   *
   * @param rest sends a GET request to Flink's REST interface; may throw
   */
  FetchRounds(Function<String, JsonNode> rest) {
    this.rest = rest;
  }

  /** Whether a clock has advanced since the last call; their sum shows it with one request. */
  boolean poll() {
    double last = sum;
    sum = rest.apply(ALL_CLOCKS).path(0).path("sum").asDouble();
    return sum != last && pollEach();
  }

  private boolean pollEach() {
    Map<String, Long> now = new HashMap<>();
    for (JsonNode taskManager : rest.apply("/taskmanagers").path("taskmanagers")) {
      String id = taskManager.path("id").asText();
      now.put(id, clock(id));
    }
    boolean any = false;
    for (Map.Entry<String, Long> clock : now.entrySet()) {
      if (clock.getValue() > clocks.getOrDefault(clock.getKey(), 0L)) {
        any = true;
        renewed.add(clock.getKey());
      }
    }
    clocks = now;
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

  /** In each of them every TaskManager has responded at least once. */
  long complete() {
    return complete;
  }
}
