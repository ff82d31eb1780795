package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** A real job gets a subtask on a node that has none. */
class RescaleJobIT extends RescaledJob {

  @Test
  void theJobContinuesFromItsSavepointWithASubtaskOnEveryNodeAndThenRoutingIsAligned() {
    start(config(folder.resolve("savepoints"), 60_000, 0));
    JsonNode plan = plans.awaitProposed();
    assertThat(plan.path("action").asText()).isEqualTo("rescale_job");
    assertThat(plan.at("/rescaleJob/from").asInt()).isEqualTo(FEWER);
    assertThat(plan.at("/rescaleJob/to").asInt()).isEqualTo(NODES);
    assertThat(plan.at("/rescaleJob/nodes")).hasSize(1);
    assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
    assertThat(cluster.flink().jobs().state(job)).as("not approved").isEqualTo("RUNNING");
    String id = plan.path("id").asText();

    plans.approve(id);

    plans.awaitEnd(id, "completed");
    String successor = plans.plan(id).path("rescaledJob").asText();
    assertThat(cluster.flink().jobs().state(job)).isEqualTo("FINISHED");
    assertRunsFromSavepoint(successor, NODES);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(cluster.flink().get("/jars").path("files"))
                    .as("none stays but those that tests have submitted")
                    .hasSize(jars));

    plans =
        PlanDriver.of(address, new ProtocolTaskManager(address, successor, 11, 12, 13), PATIENCE);
    assertThat(plans.carryOut().path("action").asText()).isEqualTo("align_routing");
    plans.awaiting(
        () -> plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
    plans.awaiting(() -> plans.plan(id).at("/outcome/verdict").isTextual());
    assertThat(plans.plans()).hasSize(2);
  }
}
