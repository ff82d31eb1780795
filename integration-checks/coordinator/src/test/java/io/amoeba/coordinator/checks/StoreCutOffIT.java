package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.internal.HostAndPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All Redis nodes announce a port at which the coordinator, and the mover of its keys, can be cut
 * off from them. Clients go to the nodes themselves, as does the cluster bus.
 */
class StoreCutOffIT extends HalfMovedStore {

  private final List<Cable> cables = new ArrayList<>();
  private final int announced =
      new FreePorts(new Random())
          .next(IntStream.rangeClosed(1, NODES).mapToObj(EmbeddedCluster::nodeHost).toList(), 0);

  @AfterEach
  void endCables() {
    cables.forEach(Cable::close);
  }

  @Override
  String endpoint() {
    return EmbeddedCluster.nodeHost(1) + ":" + announced;
  }

  @Test
  @Tag("long")
  void aHashSlotStaysHalfMovedWhileTheStoreIsOutOfReachAndTheStreamHasItsStoreAfterwards()
      throws IOException, InterruptedException {
    useKeyedJob(announcing());
    layCables();
    start(BRISKLY, "propose");
    HashSlotSpan keyed = keyed(plans.awaitProposed("move_hash_slots"));
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(
            cluster.redis().server(1).uri(), this::itself, keyed.from(), keyed.to(), MANY_KEYS)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();
      String id = plan.path("id").asText();

      cables.forEach(Cable::cut);

      plans.awaiting(() -> plans.api().symptoms().contains("REDIS_UNREACHABLE"));
      Set<Integer> open = store.open();
      int arrived = store.arrived(plan);
      assertThat(open).isNotEmpty();
      assertThat(arrived).isBetween(1, plan.path("movedHashSlots").asInt() - 1);
      plans.api().awaitLooks(1, PATIENCE);
      writes.awaitMore(100);
      assertThat(store.open()).isEqualTo(open);
      assertThat(store.arrived(plan)).isEqualTo(arrived);
      assertThat(journal().orElseThrow().hashSlots()).containsAll(open);
      cables.forEach(Cable::heal);

      plans.awaiting(() -> journal().isEmpty() && isAligned());
      // A plan's condition may hold only after healing; others have been refused by then.
      JsonNode ended = plans.awaitEnd(id, Set.of("completed", "failed"));
      boolean failed = ended.path("state").asText().equals("failed");
      assertThat(ended.at("/status/done").asInt())
          .isBetween(1, failed ? arrived : plan.path("movedHashSlots").asInt());
      assertThat(ended.path("events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", failed ? "failed" : "completed");
      store.assertWhole();
      assertThat(plans.api().symptoms())
          .doesNotContain(
              "REDIS_UNREACHABLE", "HASH_SLOTS_IN_TRANSITION", "HASH_SLOTS_AWAY_FROM_STREAM");
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Tag("long")
  void aServerThatIsStartedWhileTheStoreIsOutOfReachBecomesAMemberAfterwards()
      throws IOException, InterruptedException {
    NewNode given = NewNode.start(folder, announcing());
    use(given.cluster());
    job = given.job();
    layCables();
    int port = cluster.ports().next(EmbeddedCluster.nodeHost(NODES));
    try (SlowStart slow = SlowStart.in(folder, port);
        AcknowledgedWrites writes =
            new AcknowledgedWrites(
                cluster.redis().server(1).uri(), this::itself, 8_000, 8_099, 1)) {
      start(slow.rule(), "act", 1, 2, 3);
      plans.awaiting(slow::isRunning);
      String id = underWay().path("id").asText();

      cables.forEach(Cable::cut);

      plans.awaiting(() -> plans.api().symptoms().contains("REDIS_UNREACHABLE"));
      slow.letGo();
      plans.awaiting(() -> !slow.isRunning());
      plans.api().awaitLooks(2, PATIENCE);
      writes.awaitMore(100);
      assertThat(plans.plan(id).path("action").asText()).isEqualTo("start_servers");
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      cables.forEach(Cable::heal);

      plans.awaitEnd(id, "completed");
      assertThat(slow.servers()).as("started once").hasSize(1);
      growTo(port);
      plans.awaiting(this::isAligned);
      assertThat(plans.api().symptoms()).doesNotContain("REDIS_UNREACHABLE");
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private RedisSettings announcing() {
    return RedisSettings.defaults().with("cluster-announce-port", Integer.toString(announced));
  }

  private void layCables() throws IOException {
    for (RedisServer server : cluster.redis().servers()) {
      cables.add(Cable.to(server, announced));
    }
  }

  private HostAndPort itself(HostAndPort told) {
    return told.getPort() == announced
        ? HostAndPort.of(told.getHostText(), cluster.redis().server(1).port())
        : told;
  }
}
