package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.changes.failover.OpenReplacement;
import io.amoeba.coordinator.changes.failover.ReplacementPhase;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plans that migrate primaries, for a Flink without high availability. */
class MigrationPlanIT extends MigratedPrimaries {

  @BeforeAll
  static void startClusters() throws IOException {
    startClusters(FlinkSettings.of(FlinkVersion.V2_3));
  }

  @Test
  void primariesMigrateToTheNodesOfTheJobAndThenRoutingFollowsThem() throws InterruptedException {
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(storage.get(1).uri(), 5_411, 5_510, 1)) {
      start("retire");
      JsonNode plan = plans.awaitProposed();
      String id = plan.path("id").asText();
      assertThat(plan.path("action").asText()).isEqualTo("migrate_primaries");
      assertThat(plan.at("/cost/migratedPrimaries").asInt()).isEqualTo(NODES);
      assertThat(plan.at("/cost/movedKeys").isIntegralNumber()).isTrue();
      assertThat(plan.path("movedHashSlots").asInt()).isEqualTo(SlotHash.SLOT_COUNT);
      assertThat(plan.at("/migratePrimaries/migrations").findValuesAsText("toNode"))
          .containsExactlyInAnyOrder("compute-1", "compute-2", "compute-3");
      assertThat(plan.at("/migratePrimaries/migrations").findValuesAsText("fromNode"))
          .containsExactlyInAnyOrder("storage-1", "storage-2", "storage-3");
      assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
      assertThat(plans.get("api/v1/state").path("symptoms").findValuesAsText("code"))
          .contains("HASH_SLOTS_WITHOUT_SUBTASK");
      plans.awaitMore(writes, 100);
      assertThat(storage).as("not approved").allMatch(MigratedPrimaries::owns);

      plans.order(id, "approve");

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.at("/status/done").asInt()).isEqualTo(NODES);
      assertThat(done.path("adaptationMillis").asLong()).isPositive();
      assertThat(given).allMatch(MigratedPrimaries::owns);
      assertThat(storage)
          .as("retired")
          .allMatch(server -> on(server, r -> r.clusterNodes()).lines().count() == 1);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();

      JsonNode routing = plans.awaitProposed();
      String next = routing.path("id").asText();
      assertThat(routing.path("action").asText()).isEqualTo("align_routing");
      assertThat(plans.plan(id).has("outcome")).as("routing belongs to it").isFalse();
      plans.order(next, "approve");

      plans.awaitEnd(next, "completed");
      plans.awaiting(
          () -> plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
      plans.awaiting(() -> plans.plan(id).at("/outcome/verdict").isTextual());
      assertThat(plans.plans()).hasSize(2);
    }
  }

  @Test
  @Tag("long")
  void aCoordinatorThatIsKilledInTheMiddleOfAMigrationIsFollowedByOneThatFinishesThePlan()
      throws IOException, InterruptedException {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      startProcess("keep");
      String id = beginToMigrate();

      process.orElseThrow().kill();
      assertThat(journal()).map(OpenReplacement::phase).contains(ReplacementPhase.REPLICATING);
      assertThat(storage).as("nothing is promoted").allMatch(MigratedPrimaries::owns);
      quickCopies();
      start("keep");

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.at("/status/done").asInt()).isEqualTo(NODES);
      assertThat(done.at("/events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      assertThat(given).allMatch(MigratedPrimaries::owns);
      assertThat(storage)
          .as("kept")
          .allMatch(server -> on(server, r -> r.info("replication")).contains("role:slave"));
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Tag("long")
  void anAbortedMigrationIsTakenBackAndPlannedAgainOnlyOnRequest() throws InterruptedException {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep");
      String id = beginToMigrate();

      plans.order(id, "abort");

      plans.awaitEnd(id, "aborted");
      assertThat(plans.plan(id).at("/status/done").asInt()).isZero();
      assertThat(storage).allMatch(MigratedPrimaries::owns);
      assertThat(given)
          .allMatch(server -> on(server, r -> r.info("replication")).contains("role:master"));
      assertThat(journal()).isEmpty();
      plans.awaiting(
          () ->
              plans
                  .get("api/v1/decisions")
                  .toString()
                  .contains("not created again: it was aborted by coordinator"));
      plans.api().awaitLooks(2, PATIENCE);
      assertThat(plans.get("api/v1/plans").path("plans"))
          .as("routing to primaries on other nodes would gain nothing")
          .hasSize(1);
      var unused = plans.api().send("POST", "api/v1/plans", "{}", 202);
      assertThat(plans.awaitProposed("migrate_primaries").path("id").asText()).isNotEqualTo(id);
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      quickCopies();
    }
  }

  /** Without high availability, the job is gone with it. */
  @Test
  @Tag("long")
  void aMigrationRestsWithoutAJobManagerAndIsTakenBackWhenAnotherJobRuns() throws Exception {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep");
      String id = beginToMigrate();

      cluster.flink().jobManager().kill();
      plans.awaiting(() -> symptoms().contains("FLINK_UNREACHABLE"));
      cluster.flink().startJobManager();
      plans.awaiting(() -> symptoms().contains("JOB_MISSING"));
      plans.awaiting(() -> isCopied(given));
      plans.api().awaitLooks(3, PATIENCE);
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      assertThat(storage).as("nothing is promoted").allMatch(MigratedPrimaries::owns);
      quickCopies();
      job = JobJar.submit(cluster, folder, NODES);
      meet(coordinator.orElseThrow().address());

      plans.awaitEnd(id, "failed");
      assertThat(plans.plan(id).toString()).contains("job or cluster changed during its execution");
      plans.awaiting(() -> journal().isEmpty());
      assertThat(storage).as("taken back").allMatch(MigratedPrimaries::owns);
      JsonNode next = plans.carryOut();
      assertThat(next.path("action").asText()).isEqualTo("migrate_primaries");
      assertThat(given).allMatch(MigratedPrimaries::owns);
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      quickCopies();
    }
  }

  /** The job waits for it and restarts: with subtasks where they were, or elsewhere. */
  @Test
  @Tag("long")
  void aMigrationRestsWithoutATaskManagerAndEndsWhenItsJobRunsAgain() throws Exception {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep");
      String id = beginToMigrate();

      cluster.flink().taskManager(1).kill();
      plans.awaiting(() -> isCopied(given));
      plans.api().awaitLooks(3, PATIENCE);
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      assertThat(storage).as("nothing is promoted").allMatch(MigratedPrimaries::owns);
      quickCopies();
      cluster.flink().startTaskManager(1);
      cluster.flink().jobs().awaitRunning(job, PATIENCE);
      meet(coordinator.orElseThrow().address());

      awaitEndOrDoAgain(id);
      assertThat(given).allMatch(MigratedPrimaries::owns);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      quickCopies();
    }
  }

  @Test
  @Tag("long")
  void aMigrationRestsWhileTheCoordinatorIsCutOffFromFlinkAndThenContinues() throws Exception {
    try (Cable cable = Cable.to(cluster.flink().restUrl());
        AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep", cable.url());
      String id = beginToMigrate();

      cable.cut();
      plans.awaiting(() -> symptoms().contains("FLINK_UNREACHABLE"));
      assertThat(plans.get("api/v1/state").path("symptoms").toString())
          .contains(cable.url().toString());
      plans.awaiting(() -> isCopied(given));
      plans.api().awaitLooks(3, PATIENCE);
      plans.awaiting(
          () -> plans.plan(id).at("/decisions").toString().contains("does not continue: "));
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      assertThat(storage).as("nothing is promoted").allMatch(MigratedPrimaries::owns);
      quickCopies();
      cable.heal();

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.at("/status/done").asInt()).isEqualTo(NODES);
      assertThat(done.at("/events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      assertThat(given).allMatch(MigratedPrimaries::owns);
      assertThat(journal()).isEmpty();
      assertThat(symptoms()).doesNotContain("FLINK_UNREACHABLE");
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      quickCopies();
    }
  }
}
