package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * How far the coordinator is with a plan. Immutable.
 *
 * @param state as the API names it, such as {@code executing}
 * @param phase of its operation; empty without one
 * @param progress in words
 */
public record OrderedPlan(String id, String state, String phase, String progress) {
  private static final Set<String> ENDED =
      Set.of("completed", "aborted", "failed", "rejected", "stale");

  static OrderedPlan of(JsonNode plan) {
    return new OrderedPlan(
        plan.path("id").asText(),
        plan.path("state").asText(),
        plan.path("status").path("phase").asText(),
        plan.path("progress").asText());
  }

  /** Whether the coordinator does nothing more about it. */
  public boolean hasEnded() {
    return ENDED.contains(state);
  }
}
