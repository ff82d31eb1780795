package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A store that grows or shrinks with its job, and a TaskManager that is killed, or a server that
 * has no memory left, while a hash slot is half moved and clients write.
 */
@Tag("long")
class ChangingStoreFaultsIT extends HalfMovedStore {

  /** A node with half of its part grows no more. */
  private static final int LEAST_PART = HashSlot.COUNT / NODES / 2;

  /** How the store follows its job. */
  enum Change {
    GROWTH("grow_store", HalfMovedStore.GROWTH, NODES),
    DRAIN("drain_store", HalfMovedStore.DRAIN, NODES - 1);

    private final String action;
    private final String rules;
    private final int subtasks;

    Change(String action, String rules, int subtasks) {
      this.action = action;
      this.rules = rules;
      this.subtasks = subtasks;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFullServerIsNamedAndTheStoreChangesWhenItTakesKeysAgain(Change change)
      throws IOException, InterruptedException {
    JsonNode proposed = propose(change);
    HashSlotSpan keyed = keyed(proposed);
    RedisServer full = destination(proposed, keyed.from());
    try (AcknowledgedWrites writes = writes(keyed)) {
      actUntilHalfMoved(keyed);

      StoreMemory.limit(List.of(full), "1mb");
      String id = underWay().path("id").asText();

      plans.awaiting(() -> plans.plan(id).toString().contains("Raise maxmemory"));
      assertThat(store.open()).as("half moved").isNotEmpty();
      StoreMemory.limit(List.of(full), "0");

      awaitChanged(change, id);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutATaskManagerTheMoveRestsAndTheStoreChangesWhenItsJobRunsAgain(Change change)
      throws IOException, InterruptedException {
    HashSlotSpan keyed = keyed(propose(change));
    try (AcknowledgedWrites writes = writes(keyed)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();
      String id = plan.path("id").asText();

      // In a drain one of the three has no subtask: what is left has no room for both.
      List<Integer> killed = change == Change.DRAIN ? List.of(1, 2) : List.of(1);
      for (int node : killed) {
        cluster.flink().taskManager(node).kill();
      }
      plans.awaiting(() -> store.open().isEmpty());
      int arrived = store.arrived(plan);
      plans.api().awaitLooks(3, PATIENCE);
      writes.awaitMore(100);
      assertThat(store.arrived(plan)).as("rests").isEqualTo(arrived);
      for (int node : killed) {
        cluster.flink().startTaskManager(node);
      }
      cluster.flink().jobs().awaitRunning(job, PATIENCE);
      meetRouters(change, 1 + change.subtasks);

      awaitChanged(change, id);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private JsonNode propose(Change change) throws IOException {
    if (change == Change.GROWTH) {
      useGrownJob();
    } else {
      useShrunkJob();
    }
    start(change.rules + BRISKLY, "propose", routers(change, 1));
    return plans.awaitProposed(change.action);
  }

  private static long[] routers(Change change, int first) {
    return LongStream.range(first, first + change.subtasks).toArray();
  }

  /** Those of the job's next attempt. */
  private void meetRouters(Change change, int first) {
    String address = plans.api().address();
    plans =
        PlanDriver.of(
            address, new ProtocolTaskManager(address, job, routers(change, first)), PATIENCE);
  }

  private AcknowledgedWrites writes(HashSlotSpan keyed) {
    return new AcknowledgedWrites(
        cluster.redis().server(1).uri(), keyed.from(), keyed.to(), MANY_KEYS);
  }

  /** Perhaps by another plan than the first, whose record must be true then. */
  private void awaitChanged(Change change, String first) {
    plans.awaiting(() -> isChanged(change) && journal().isEmpty() && isAligned());
    JsonNode ended = plans.awaitEnd(first, Set.of("completed", "failed"));
    assertThat(ended.path("events").findValuesAsText("state"))
        .containsExactly("proposed", "approved", "executing", ended.path("state").asText());
    assertThat(ended.at("/status/done").asInt()).isBetween(1, ended.path("movedHashSlots").asInt());
    store.assertWhole();
    assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
  }

  private boolean isChanged(Change change) {
    List<Integer> counts = cluster.redis().hashSlotCounts();
    return change == Change.GROWTH
        ? counts.stream().allMatch(count -> count >= LEAST_PART)
        : counts.stream().filter(count -> count == 0).count() == 1;
  }

  private RedisServer destination(JsonNode plan, int hashSlot) {
    JsonNode moves = plan.findValue("moves");
    for (int move = 0; move < moves.size(); move++) {
      for (JsonNode span : plan.path("movedSpans").path(move)) {
        if (span.get(0).asInt() <= hashSlot && hashSlot <= span.get(1).asInt()) {
          String id = moves.path(move).path("toId").asText();
          return cluster.redis().servers().stream()
              .filter(server -> cluster.redis().nodeId(server).equals(id))
              .findFirst()
              .orElseThrow();
        }
      }
    }
    throw new AssertionError("hash slot " + hashSlot + " does not move: " + plan);
  }
}
