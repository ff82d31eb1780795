package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.state.StartFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A coordinator that approves by itself is killed while a hash slot of its plan is half moved, or a
 * server half started, and clients write; and another one starts on the same files.
 */
class KilledCoordinatorIT extends HalfMovedStore {

  private static final int PART = HashSlot.COUNT / NODES;

  @Test
  void aStoreThatGrowsHasGrownInTheEnd() throws IOException, InterruptedException {
    useGrownJob();

    finishAfterAKill("grow_store", GROWTH, 1, 2, 3);

    assertThat(cluster.redis().hashSlotCounts())
        .allMatch(count -> count == PART || count == PART + 1);
    plans.awaiting(this::isAligned);
  }

  @Test
  @Tag("long")
  void aStoreThatLeavesANodeHasLeftItInTheEnd() throws IOException, InterruptedException {
    useShrunkJob();

    finishAfterAKill("drain_store", DRAIN, 1, 2);

    assertThat(cluster.redis().hashSlotCounts())
        .containsExactlyInAnyOrder(0, HashSlot.COUNT / 2, HashSlot.COUNT / 2);
    plans.awaiting(this::isAligned);
  }

  @Test
  @Tag("long")
  void aStoreThatFollowsItsStreamIsWithItInTheEnd() throws IOException, InterruptedException {
    useKeyedJob(RedisSettings.defaults());

    finishAfterAKill("move_hash_slots", "");

    assertThat(isAligned()).isTrue();
  }

  @Test
  @Tag("long")
  void aServerWhoseStartOutlivesTheCoordinatorIsStartedOnceAndBecomesAMember()
      throws IOException, InterruptedException {
    NewNode given = NewNode.start(folder);
    use(given.cluster());
    job = given.job();
    int port = cluster.ports().next(EmbeddedCluster.nodeHost(NODES));
    try (SlowStart slow = SlowStart.in(folder, port);
        AcknowledgedWrites writes =
            new AcknowledgedWrites(cluster.redis().server(1).uri(), 8_000, 8_400, 1)) {
      start(slow.rule(), "act", 1, 2, 3);
      plans.awaiting(slow::isRunning);
      JsonNode plan = plans.get("api/v1/status").path("plan");
      assertThat(plan.path("action").asText()).isEqualTo("start_servers");
      String id = plan.path("id").asText();

      killCoordinator();

      start(slow.rule(), "act", 1, 2, 3);
      plans.awaiting(() -> log().contains("started by an earlier coordinator, still runs"));
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      slow.letGo();
      plans.awaitEnd(id, "completed");

      assertThat(plans.plan(id).path("events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      assertThat(slow.servers()).as("started once").hasSize(1);
      assertThat(slow.ranTwice()).as("at the same time").isFalse();
      assertThat(StartFile.path(folder.resolve("plans.json"))).doesNotExist();
      growTo(port);
      plans.awaiting(this::isAligned);
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("coordinator.log"));
  }

  /**
   * Kills the coordinator in the middle of its plan, and lets another one come to its end.
   *
   * @param rules of the configuration, by which it is made
   * @param routers incarnations of those of the job's exchange
   */
  private void finishAfterAKill(String action, String rules, long... routers)
      throws IOException, InterruptedException {
    start(rules + SLOWLY, "propose", routers);
    HashSlotSpan keyed = keyed(plans.awaitProposed(action));
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(
            cluster.redis().server(1).uri(), keyed.from(), keyed.to(), KEYS_OF_EACH)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();
      String id = plan.path("id").asText();
      int moving = plan.path("movedHashSlots").asInt();

      killCoordinator();

      assertThat(journal().orElseThrow().hashSlots()).containsAll(store.open());
      assertThat(store.open()).as("half moved").isNotEmpty();
      int arrived = store.arrived(plan);
      assertThat(arrived).as("in the middle").isBetween(1, moving - KEYED / 2);
      writes.awaitMore(100);
      assertThat(store.arrived(plan)).as("nothing continues").isEqualTo(arrived);
      start(rules, "act", routers);

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.path("events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      assertThat(done.path("events").findValuesAsText("by"))
          .containsExactly("coordinator", "policy", "coordinator", "coordinator");
      assertThat(done.at("/status/done").asInt()).isEqualTo(moving);
      assertThat(done.path("keysMoved").asLong()).isPositive();
      assertThat(store.arrived(plan)).isEqualTo(moving);
      store.assertWhole();
      assertThat(journal()).isEmpty();
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
      writes.awaitMore(100);
      writes.endAndCheck();
      assertThat(plans.plans())
          .as("the store changes by no other plan")
          .extracting(one -> one.path("action").asText())
          .containsOnlyOnce(action)
          .isSubsetOf(action, "align_routing");
    }
  }
}
