package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The JobManager of a highly available Flink is killed in the middle of plans, and comes back. */
class JobManagerFailoverIT extends MigratedPrimaries {

  @BeforeAll
  static void startClusters() throws IOException {
    startClusters(FlinkSettings.of(FlinkVersion.V2_3).withHighAvailability());
  }

  /** First while a primary is copied, then while a map waits for the routers. */
  @Test
  @Tag("long")
  void plansRestWithoutAJobManagerAndEndWhenItsJobIsBack() throws Exception {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep");
      String migration = beginToMigrate();

      loseTheJobManager(migration);
      plans.awaiting(() -> isCopied(given));
      plans.api().awaitLooks(3, PATIENCE);
      assertThat(storage).as("nothing is promoted").allMatch(MigratedPrimaries::owns);
      quickCopies();
      bringTheJobBack();
      awaitEndOrDoAgain(migration);

      assertThat(given).allMatch(MigratedPrimaries::owns);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      quickCopies();
    }

    JsonNode plan = plans.awaitProposed();
    assertThat(plan.path("action").asText()).isEqualTo("align_routing");
    String routing = plan.path("id").asText();
    plans.approve(routing);
    plans.awaitMap();

    loseTheJobManager(routing);
    bringTheJobBack();
    awaitEndOrDoAgain(routing);

    plans.awaiting(() -> isAligned() || plans.isProposed());
    if (!isAligned()) {
      // The map was complete before Flink reported the subtasks' new places.
      assertThat(plans.carryOut().path("action").asText()).isEqualTo("align_routing");
      plans.awaiting(this::isAligned);
    }
    assertThat(symptoms()).doesNotContain("FLINK_UNREACHABLE", "HAND_OVER_OVERDUE");
  }

  private boolean isAligned() {
    return plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0;
  }

  /** The task managers stay, and so does the plan. */
  private void loseTheJobManager(String plan) {
    cluster.flink().jobManager().kill();
    plans.awaitWithout(() -> symptoms().contains("FLINK_UNREACHABLE"));
    assertThat(plans.plan(plan).path("state").asText()).isEqualTo("executing");
  }

  /** The same job, with restarted routers. */
  private void bringTheJobBack() {
    cluster.flink().startJobManager();
    cluster.flink().jobs().awaitRunning(job, PATIENCE);
    meet(coordinator.orElseThrow().address());
  }
}
