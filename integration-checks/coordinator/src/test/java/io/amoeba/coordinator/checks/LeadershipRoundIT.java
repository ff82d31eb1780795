package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.LeadershipOperation;
import io.amoeba.coordinator.changes.leadership.LeadershipRound;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.checks.JournaledOperation.End;
import io.amoeba.coordinator.checks.JournaledOperation.Report;
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
import io.amoeba.embedded.redis.ServerProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rounds of a real shard under clients that know which of their writes were acknowledged: node 1
 * leads, node 4 is its replica, and a save or a rewrite takes about a second. Every build has a
 * round and an absence on one server program, and a round for each party that is killed while the
 * lead is away; the long checks have the other programs and phases.
 */
class LeadershipRoundIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FORMER = 1;
  private static final int CANDIDATE = 4;
  private static final int KEYS = 2_000;

  @TempDir private Path folder = Path.of("");

  /** In every build; the long checks have the others. */
  private static final ServerProgram USUAL = ServerProgram.INSTALLED;

  static Stream<ServerProgram> otherPrograms() {
    return ServerProgram.available().filter(program -> program != USUAL);
  }

  static Stream<Arguments> otherWorksOfPrograms() {
    return ServerProgram.available()
        .flatMap(
            program ->
                Stream.of(UpkeepKind.SAVE, UpkeepKind.REWRITE)
                    .filter(work -> program != USUAL || work != UpkeepKind.SAVE)
                    .map(work -> Arguments.of(program, work)));
  }

  @Test
  void bothServersSaveAsReplicasAndNoWriteIsLost() throws InterruptedException {
    bothServersWorkAsReplicasAndNoWriteIsLost(USUAL, UpkeepKind.SAVE);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherWorksOfPrograms")
  void bothServersWorkAsReplicasAndNoWriteIsLost(ServerProgram program, UpkeepKind work)
      throws InterruptedException {
    try (Group group = group(program)) {
      long copies = group.fullCopies();
      try (AcknowledgedWrites writes = group.writes()) {
        writes.awaitMore(100);
        long begun = group.clock();

        Report report = group.operation(KeepUpServers.KIND).begin(group.round(work));

        writes.awaitMore(100);
        assertThat(report).isEqualTo(new Report(End.DONE, List.of()));
        group.awaitLeader(FORMER);
        if (work == UpkeepKind.SAVE) {
          assertThat(group.lastSave(FORMER)).isGreaterThanOrEqualTo(begun);
          assertThat(group.lastSave(CANDIDATE)).isGreaterThanOrEqualTo(begun);
        } else {
          assertThat(group.forks(FORMER)).isPositive();
          assertThat(group.forks(CANDIDATE)).isPositive();
        }
        assertThat(group.fullCopies()).isEqualTo(copies);
        writes.endAndCheck();
      }
    }
  }

  @Test
  void aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack() throws InterruptedException {
    aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack(ServerProgram program)
      throws InterruptedException {
    try (Group group = group(program);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> operation = group.operation(LeaveServer.KIND);
      operation.onWrite(
          once(
              "WORKING",
              () -> {
                group.awaitLeader(CANDIDATE);
                group.server(FORMER).process().kill();
                var unused = group.store.redis().startNode(FORMER);
                operation.abort();
              }));

      Report report = operation.begin(group.absence());

      writes.awaitMore(100);
      assertThat(report.problems()).isEmpty();
      assertThat(report.end()).isEqualTo(End.UNDONE);
      group.awaitLeader(FORMER);
      writes.endAndCheck();
    }
  }

  @Test
  void aCoordinatorThatIsKilledWhileTheLeadIsAwayIsFollowedByOneThatEndsTheRound()
      throws InterruptedException {
    aCoordinatorThatIsKilledInAPhaseIsFollowedByOneThatEndsTheRound("WORKING");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"REPLICAS_WORKING", "LEADING_AWAY", "RETURNING"})
  void aCoordinatorThatIsKilledInAPhaseIsFollowedByOneThatEndsTheRound(String phase)
      throws InterruptedException {
    try (Group group = group(ServerProgram.INSTALLED);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> first = group.operation(KeepUpServers.KIND);
      first.onWrite(
          once(
              phase,
              () -> {
                throw new StoppedStore.Killed();
              }));
      assertThatThrownBy(() -> first.begin(group.round(UpkeepKind.SAVE)))
          .isInstanceOf(StoppedStore.Killed.class);

      Report report = group.operation(KeepUpServers.KIND).goOn();

      writes.awaitMore(100);
      // An order that was not given before its coordinator ended is not given later.
      assertThat(report.end())
          .as("%s", report)
          .isEqualTo(phase.equals("LEADING_AWAY") ? End.FAILED : End.DONE);
      group.awaitLeader(FORMER);
      writes.endAndCheck();
    }
  }

  @Test
  void whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn() throws InterruptedException {
    whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn(ServerProgram program)
      throws InterruptedException {
    try (Group group = group(program);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> operation = group.operation(KeepUpServers.KIND);
      operation.onWrite(once("WORKING", () -> group.server(FORMER).process().kill()));

      Report report = operation.begin(group.round(UpkeepKind.SAVE));

      writes.awaitMore(100);
      assertThat(report.end()).as("%s", report).isEqualTo(End.FAILED);
      assertThat(report.problems().get(0)).contains("leads on");
      group.awaitLeader(CANDIDATE);
      writes.endAndCheck();
    }
  }

  @Test
  void whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds() throws InterruptedException {
    whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds(ServerProgram program)
      throws InterruptedException {
    try (Group group = group(program)) {
      JournaledOperation<?> operation = group.operation(KeepUpServers.KIND);
      operation.onWrite(
          once(
              "WORKING",
              () -> {
                group.awaitInSync(FORMER);
                group.server(CANDIDATE).process().kill();
              }));

      Report report = operation.begin(group.round(UpkeepKind.SAVE));

      assertThat(report.end()).as("%s", report).isEqualTo(End.FAILED);
      assertThat(report.problems().get(0)).contains("has changed the lead");
      group.awaitLeader(FORMER);
      long keys = group.store.on(FORMER, redis -> redis.dbsize());
      assertThat(keys).isGreaterThanOrEqualTo(KEYS);
    }
  }

  private static Consumer<String> once(String phase, Runnable event) {
    boolean[] happened = {false};
    return said -> {
      if (said.endsWith(", " + phase) && !happened[0]) {
        happened[0] = true;
        event.run();
      }
    };
  }

  private Group group(ServerProgram program) {
    return new Group(program.find(folder));
  }

  /** A primary and its replica, of a cluster of three primaries. */
  private final class Group implements AutoCloseable {

    final RealStore store;
    private final RedisConnections connections;

    /** The delay of each key makes work last, as a real amount of data would. */
    Group(Optional<Path> executable) {
      store =
          RealStore.start(
              executable,
              Map.of(
                  "appendonly", "yes",
                  // So much that a follower that reconnects late needs no full copy for it.
                  "repl-backlog-size", "64mb",
                  "repl-diskless-sync-delay", "0",
                  "auto-aof-rewrite-percentage", "0"));
      List<String> tags = AcknowledgedWrites.tags(0, 9, 1);
      for (int i = 0; i < KEYS; i++) {
        String key = "{" + tags.get(i % tags.size()) + "}" + i;
        store.on(FORMER, redis -> redis.set(key, "v"));
      }
      var unused = store.redis().startReplica(CANDIDATE, server(FORMER));
      for (int node : List.of(FORMER, CANDIDATE)) {
        store.on(node, redis -> redis.configSet("rdb-key-save-delay", "500"));
      }
      connections = store.connections();
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
      return new JournaledOperation<>(operation, folder.resolve("operation.json"));
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
}
