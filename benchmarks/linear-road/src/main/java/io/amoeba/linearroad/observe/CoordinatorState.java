package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The coordinator's view of the job. Immutable.
 *
 * @param start names this start of the coordinator
 * @param mode {@code observe} or {@code act}
 * @param drilling whether a drill still changes maps
 * @param mapsInForce of the drill, on every subtask: {@code planned}, {@code rotated} or {@code
 *     hash}; empty: they are changing, or there is no drill
 * @param completedSwitches of the drill, each map of each operator counted
 * @param lastPlanMillis when the last plan was complete on every task manager, epoch milliseconds;
 *     0: none was
 * @param migratedMillis likewise of plans that move the store to the job or to a keyed stream, or
 *     the job to the store
 * @param symptoms for people
 * @param layout where hash slots and their owners are
 */
public record CoordinatorState(
    String start,
    String mode,
    List<Edge> edges,
    boolean drilling,
    String mapsInForce,
    long completedSwitches,
    long lastPlanMillis,
    long migratedMillis,
    List<String> symptoms,
    HashSlotLayout layout) {
  private static final Set<String> ONE_FOLLOWS_THE_OTHER =
      Set.of("migrate_primaries", "grow_store", "drain_store", "move_hash_slots", "rescale_job");

  /** Takes immutable copies. */
  public CoordinatorState {
    edges = List.copyOf(edges);
    symptoms = List.copyOf(symptoms);
  }

  /**
   * The exchange in front of one operator.
   *
   * @param epoch of the published map; 0: none
   * @param complete whether every subtask uses it
   * @param alignedShare of hash slots whose subtask is on the node of their primary; 0 … 1
   */
  public record Edge(String operator, long epoch, boolean complete, double alignedShare) {
    /** Without a map, hash routing to a single subtask is aligned, too. */
    boolean isAligned() {
      return alignedShare >= 1 && (complete || epoch == 0);
    }
  }

  /** Whether every operator uses a wholly aligned map. */
  public boolean isAligned() {
    return !edges.isEmpty() && edges.stream().allMatch(Edge::isAligned);
  }

  /** The newest epoch of an operator that is published; 0 if there is none. */
  public long epochOf(String operator) {
    return edges.stream()
        .filter(edge -> edge.operator.equals(operator))
        .mapToLong(Edge::epoch)
        .max()
        .orElse(0);
  }

  private static String mapsInForce(JsonNode drill) {
    return switch (drill.path("inForce").asText()) {
      case "planned" -> "planned";
      case "other" -> drill.path("other").asText();
      default -> "";
    };
  }

  private static long lastEndMillis(JsonNode plans, Predicate<JsonNode> which) {
    long last = 0;
    for (JsonNode plan : plans) {
      if (plan.path("state").asText().equals("completed") && which.test(plan)) {
        last = Math.max(last, plan.path("endedAtMillis").asLong());
      }
    }
    return last;
  }

  static CoordinatorState of(JsonNode state) {
    List<Edge> edges = new ArrayList<>();
    for (JsonNode operator : state.path("operators")) {
      JsonNode handOver = operator.path("handOver");
      edges.add(
          new Edge(
              operator.path("name").asText(),
              handOver.path("epoch").asLong(),
              handOver.path("complete").asBoolean(),
              operator.path("alignedShare").asDouble()));
    }
    List<String> symptoms = new ArrayList<>();
    state
        .path("symptoms")
        .forEach(s -> symptoms.add(s.path("code").asText() + ": " + s.path("text").asText()));
    JsonNode drill = state.path("drill");
    return new CoordinatorState(
        state.path("coordinator").asText(),
        state.path("mode").asText(),
        edges,
        !drill.path("activity").asText("idle").equals("idle"),
        mapsInForce(drill),
        drill.path("completedSwitches").asLong(),
        lastEndMillis(state.path("plans"), plan -> true),
        lastEndMillis(
            state.path("plans"),
            plan -> ONE_FOLLOWS_THE_OTHER.contains(plan.path("action").asText())),
        symptoms,
        HashSlotLayout.of(state));
  }
}
