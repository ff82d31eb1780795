package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.awaitility.core.ConditionTimeoutException;

/**
 * An operator of a coordinator whose task managers are a test's: whatever is waited for, they take
 * part in the protocol meanwhile. Not safe for concurrent use.
 *
 * @param patience for each thing that is waited for
 */
record PlanDriver(CoordinatorApi api, ProtocolTaskManager taskManager, Duration patience) {

  static PlanDriver of(String address, ProtocolTaskManager taskManager, Duration patience) {
    return new PlanDriver(new CoordinatorApi(address), taskManager, patience);
  }

  JsonNode get(String path) {
    return api.get(path);
  }

  JsonNode plan(String id) {
    return get("api/v1/plans/" + id);
  }

  void awaiting(ProtocolTaskManager.Condition condition) {
    try {
      taskManager.stepUntil(patience, condition);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("decisions meanwhile: " + get("api/v1/decisions"), e);
    }
  }

  /** Waits while the task managers hear and say nothing. */
  void awaitWithout(Callable<Boolean> condition) {
    await().atMost(patience).until(condition);
  }

  /** Waits until a map is published, of which the task managers have not heard. */
  void awaitMap() {
    awaitWithout(
        () -> get("api/v1/placement").at("/edges/0/epoch").asLong() > taskManager.active());
  }

  /** Waits until clients have written so much more. */
  void awaitMore(AcknowledgedWrites writes, long further) {
    long enough = writes.acknowledged() + further;
    awaiting(() -> writes.acknowledged() >= enough);
  }

  /**
   * The plans of which something was done, or may be yet. A busy machine adds stale ones, when the
   * test's task managers were silent for too long.
   */
  List<JsonNode> plans() {
    return StreamSupport.stream(get("api/v1/plans").path("plans").spliterator(), false)
        .filter(plan -> !plan.path("state").asText().equals("stale"))
        .toList();
  }

  /** The plan that waits for approval. */
  JsonNode awaitProposed() {
    awaiting(this::isProposed);
    return get("api/v1/status").path("plan");
  }

  /** The plan for this action that waits for approval; others may be proposed before it. */
  JsonNode awaitProposed(String action) {
    awaiting(() -> isProposed() && get("api/v1/status").at("/plan/action").asText().equals(action));
    return plan(get("api/v1/status").at("/plan/id").asText());
  }

  /** Whether a plan waits for approval. */
  boolean isProposed() {
    return get("api/v1/status").at("/plan/state").asText().equals("proposed");
  }

  void approve(String id) {
    order(id, "approve");
  }

  void order(String id, String order) {
    var unused = api.send("POST", "api/v1/plans/" + id + "/" + order, "{}", 200);
  }

  /** Waits for a plan's end, which must be this one. */
  void awaitEnd(String id, String state) {
    awaiting(
        () -> {
          JsonNode plan = plan(id);
          assertThat(plan.path("state").asText())
              .as("%s", plan)
              .isIn("proposed", "approved", "executing", "aborting", state);
          return plan.path("state").asText().equals(state);
        });
  }

  /** Waits for a plan's end, which may be each of these; the plan. */
  JsonNode awaitEnd(String id, Set<String> states) {
    awaiting(() -> states.contains(plan(id).path("state").asText()));
    return plan(id);
  }

  /** Approves what waits, and waits until it is completed; the plan as it was proposed. */
  JsonNode carryOut() {
    JsonNode plan = awaitProposed();
    approve(plan.path("id").asText());
    awaitEnd(plan.path("id").asText(), "completed");
    return plan;
  }
}
