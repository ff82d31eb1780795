package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.LeadershipOperation;
import io.amoeba.coordinator.changes.leadership.LeadershipRound;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.promotion.PromotionRest;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.embedded.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A primary and its replica, of a cluster of three primaries, which rounds let work in turn. A save
 * or a rewrite takes about a second.
 */
final class RoundShard implements AutoCloseable {

  static final int FORMER = 1;
  static final int CANDIDATE = 4;
  static final int KEYS = 2_000;

  /** For the servers. */
  static final Map<String, String> CONFIG =
      Map.of(
          "appendonly", "yes",
          // So much that a follower that reconnects late needs no full copy for it.
          "repl-backlog-size", "64mb",
          "repl-diskless-sync-delay", "0",
          "auto-aof-rewrite-percentage", "0");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  final RealStore store;
  private final Path journal;
  private final RedisConnections connections;

  /**
   * Fills the shard, and starts its replica.
   *
   * @param store is closed with it
   * @param folder of the journal
   */
  RoundShard(RealStore store, Path folder) {
    this.store = store;
    this.journal = folder.resolve("operation.json");
    List<String> tags = AcknowledgedWrites.tags(0, 9, 1);
    for (int i = 0; i < KEYS; i++) {
      String key = "{" + tags.get(i % tags.size()) + "}" + i;
      store.on(FORMER, redis -> redis.set(key, "v"));
    }
    var unused = store.redis().startReplica(CANDIDATE, server(FORMER));
    // The delay of each key makes work last, as a real amount of data would.
    for (int node : List.of(FORMER, CANDIDATE)) {
      store.on(node, redis -> redis.configSet("rdb-key-save-delay", "500"));
    }
    connections = store.connections();
  }

  /** What happens when a state of this phase has become durable for the first time. */
  static Consumer<String> once(String phase, Runnable event) {
    boolean[] happened = {false};
    return said -> {
      if (said.endsWith(", " + phase) && !happened[0]) {
        happened[0] = true;
        event.run();
      }
    };
  }

  RedisServer server(int node) {
    return store.redis().server(node);
  }

  AcknowledgedWrites writes() {
    return store.writes(0, 9, 1);
  }

  JournaledOperation<?> operation(String kind) {
    return journaled(
        new LeadershipOperation(
            kind,
            new RedisClusterAdmin(connections),
            new PromotionRest(System::nanoTime),
            LeadRouting.NONE,
            (shard, replica) -> Optional.empty()));
  }

  private <S extends Record> JournaledOperation<S> journaled(Operation<S> operation) {
    return new JournaledOperation<>(operation, journal);
  }

  PlanRecord round(UpkeepKind work) {
    return plan(
        new KeepUpServers(
            List.of(
                new LeadershipRound(
                    group(FORMER),
                    work,
                    List.of(group(CANDIDATE)),
                    Optional.of(group(CANDIDATE)),
                    LeadWay.AWAY,
                    List.of(),
                    group(FORMER),
                    "the check wants it",
                    Duration.ofMinutes(1),
                    new LeadershipRound.Forecast(
                        1, Instant.EPOCH, Duration.ZERO, new PlanGain.AvoidedLoss(0, 0))))));
  }

  PlanRecord absence() {
    return plan(new LeaveServer(group(FORMER), group(CANDIDATE), Duration.ofMinutes(2)));
  }

  private PlanRecord plan(PlanAction action) {
    return PlanRecord.proposed(
        "plan-1",
        "check",
        new Proposal(
            new ChangePlan("the check wants it", action),
            "0123456789abcdef",
            new PlanCost(0, OptionalLong.of(0), OptionalLong.of(0), Optional.empty()),
            PlanGain.NONE),
        Instant.EPOCH);
  }

  private ShardServer group(int node) {
    RedisServer server = server(node);
    return new ShardServer(store.id(node), new ServerAddress(server.host(), server.port()));
  }

  /** Every running server knows who leads. */
  void awaitLeader(int node) {
    String id = store.id(node);
    for (RedisServer server : store.redis().servers()) {
      if (server.process().isAlive()) {
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    store
                        .on(server.node(), redis -> redis.clusterNodes())
                        .lines()
                        .anyMatch(
                            line ->
                                line.startsWith(id)
                                    && line.contains("master")
                                    && line.contains(" 0-")));
      }
    }
  }

  void awaitInSync(int node) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                store
                    .on(node, redis -> redis.info("replication"))
                    .contains("master_link_status:up"));
  }

  long fullCopies() {
    return info(FORMER, "sync_full") + info(CANDIDATE, "sync_full");
  }

  long lastSave(int node) {
    return info(node, "rdb_last_save_time");
  }

  long forks(int node) {
    return info(node, "total_forks");
  }

  /** In seconds, of the machine and so of each server. */
  long clock() {
    return info(FORMER, "server_time_usec") / 1_000_000;
  }

  private long info(int node, String field) {
    return store
        .on(node, redis -> redis.info())
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> Long.parseLong(line.substring(field.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    connections.close();
    store.close();
  }
}
