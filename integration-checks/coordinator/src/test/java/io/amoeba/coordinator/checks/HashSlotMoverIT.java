package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.SlotMigrations.BY_SETSLOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Policy;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.checks.StoppedStore.Phase;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Moves of hash slots between three real primaries, which write every change to their disks before
 * they acknowledge it. Each test has hash slots of its own, first of node 1.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class HashSlotMoverIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Of a mover with the servers that it waits for. */
  private static final Duration MOVERS_PATIENCE = Duration.ofSeconds(15);

  /** Of all primaries; {@code -Damoeba.slots.rounds} for more. */
  private static final int ROUNDS = Integer.getInteger("amoeba.slots.rounds", 2);

  private static final String PASSWORD = "s3cret-of-the-test";

  /** As {@code docs/hash-slot-moves.md} lists them. */
  private static final String RIGHTS =
      "~* resetchannels -@all +cluster|nodes +cluster|setslot +cluster|saveconfig +cluster|getkeysinslot"
          + " +cluster|countkeysinslot +info +migrate +restore-asking +select +client|setname";

  /** But not than {@code cluster-node-timeout}. */
  private static final Duration LONGER_THAN_A_COMMAND =
      RealStore.TIMEOUT.plus(Duration.ofMillis(500));

  @TempDir static Path folder = Path.of("");
  private static RealStore real;

  private Path journal;

  @BeforeAll
  static void startCluster() {
    real = RealStore.start(Optional.empty());
  }

  @AfterAll
  static void endCluster() {
    real.close();
  }

  @BeforeEach
  void nothingIsOpen() {
    journal = folder.resolve("move.json");
    assertThat(journal).doesNotExist();
  }

  @Test
  @Order(1)
  void hashSlotsMoveWhileClientsWriteAndNoAcknowledgedWriteIsLost() throws InterruptedException {
    try (AcknowledgedWrites writes = real.writes(0, 99, 3);
        RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Orders control = new Orders();

      Report report = mover(store).move(real.moves(0, 99, 1, 2), control);

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
      assertThat(store.methods()).contains(SlotMigrationMethod.SETSLOT_AND_MIGRATE);
      assertThat(report.progress().hashSlots()).isEqualTo(100);
      assertThat(report.progress().keys()).isGreaterThanOrEqualTo(300);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    real.assertOwned(0, 99, 2);
  }

  /** Each primary takes hash slots right after another one has; older claims are under way. */
  @Test
  @Order(1)
  void hashSlotsThatGoRoundWhileClientsWriteLoseNoAcknowledgedWrite() throws InterruptedException {
    try (AcknowledgedWrites writes = real.writes(100, 102, 3);
        RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      for (int move = 0; move < RealStore.NODES * ROUNDS; move++) {
        int from = move % RealStore.NODES + 1;
        int to = from % RealStore.NODES + 1;

        Report report = mover(store).move(real.moves(100, 102, from, to), new Orders());

        assertThat(report.reasons()).as("move %d", move).isEmpty();
        assertThat(report.end()).as("move %d", move).isEqualTo(End.COMPLETED);
        writes.awaitMore(10);
      }
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    real.assertOwned(100, 102, 1);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MIGRATION")
  @Order(2)
  void aMoverThatIsKilledInAnyPhaseIsRecoveredByItsSuccessor(Phase phase)
      throws InterruptedException {
    int first = 200 + phase.ordinal() * 10;
    try (AcknowledgedWrites writes = real.writes(first, first + 2, 20)) {
      kill(first, first + 2, phase);
      assertThat(journal).exists();
      writes.awaitMore(100);

      Report recovery = recover(Policy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
      assertThat(recovery.state().notes()).isEmpty();
      assertThat(journal).doesNotExist();
      real.assertOwned(first, first, 2);
      real.assertOwned(first + 1, first + 1, 2);
      real.assertOwned(first + 2, first + 2, 1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MIGRATION")
  @Order(2)
  void hashSlotsThatWereOpenTogetherAreRecoveredTogether(Phase phase) throws InterruptedException {
    int first = 800 + phase.ordinal() * 10;
    try (AcknowledgedWrites writes = real.writes(first, first + 3, 1)) {
      writes.awaitMore(10);
      kill(first, first + 3, phase, first + 1, BY_SETSLOT.withKeysPerMigrate(10_000));
      assertThat(SlotMigrations.inTransition(journal))
          .map(SlotsInTransition::hashSlots)
          .contains(List.of(first, first + 1, first + 2, first + 3));
      writes.awaitMore(100);

      Report recovery = recover(Policy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
      assertThat(journal).doesNotExist();
      real.assertOwned(first, first + 3, 2);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"IMPORTING", "MIGRATING", "SOME_KEYS"})
  @Order(3)
  void whatCanBeUndoneIsUndoneIfThatIsAskedFor(Phase phase) {
    int first = 300 + phase.ordinal() * 10;
    real.fill(first, 20);
    kill(first, first, phase, first);

    Report recovery = recover(Policy.UNDO_IF_NO_KEY_MOVED);

    // Redis 8.4 and newer does not report whether a key has moved.
    boolean moved =
        phase == Phase.SOME_KEYS
            || real.on(2, redis -> redis.info("server")).contains("redis_version:8");
    assertThat(recovery.end()).isEqualTo(moved ? End.FINISHED : End.UNDONE);
    real.assertOwned(first, first, moved ? 2 : 1);
    assertThat(real.keys(first, moved ? 2 : 1)).isEqualTo(20);
  }

  @Test
  @Order(4)
  void movesEndAtASafePointWhenTheyAreAborted() throws InterruptedException {
    try (AcknowledgedWrites writes = real.writes(400, 409, 10)) {
      Orders control = new Orders();
      Report report =
          moveAnd(403, Phase.SOME_KEYS, control::abort, real.moves(400, 409, 1, 2), control);

      assertThat(report.end()).isEqualTo(End.ABORTED);
      assertThat(report.progress().hashSlots()).isEqualTo(4);
      assertThat(report.state().begun()).isEmpty();
      real.assertOwned(400, 403, 2);
      real.assertOwned(404, 409, 1);
      writes.endAndCheck();
    }
  }

  @Test
  @Order(5)
  void aCopyOfALostConfirmationGivesWayToTheSourcesKey() {
    String key = real.fill(500, 1).get(0);
    kill(500, 500, Phase.MIGRATING, 500);
    copy(key, 1, 2); // as MIGRATE leaves it when the confirmation does not come
    real.on(1, redis -> redis.set(key, "newer"));

    Report recovery = recover(Policy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
    assertThat(real.<String>on(2, redis -> redis.get(key))).isEqualTo("newer");
    real.assertOwned(500, 500, 2);
  }

  @Test
  @Order(6)
  void keysThatAreLeftAtTheDestinationKeepAMoveFromBeginning() {
    String key = real.fill(510, 1).get(0);
    real.on(2, redis -> redis.clusterSetSlotImporting(510, real.id(1)));
    copy(key, 1, 2);
    real.on(2, redis -> redis.clusterSetSlotStable(510));

    Report report = move(real.moves(510, 510, 1, 2), BY_SETSLOT);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("1 keys of hash slot 510");
    real.assertOwned(510, 510, 1);

    // Or a restart would open it.
    real.on(2, redis -> redis.clusterSetSlotImporting(510, real.id(1)));
    real.on(
        2,
        redis -> {
          redis.asking();
          return redis.del(key);
        });
    real.on(2, redis -> redis.clusterSetSlotStable(510));
  }

  @Test
  @Order(7)
  void aKeyThatTakesTooLongIsNamedAndMovesWithALongerTimeout() {
    String key = real.fill(520, 1).get(0);
    real.on(1, redis -> redis.set(key, "x".repeat(40_000_000)));

    Report report =
        move(real.moves(520, 520, 1, 2), BY_SETSLOT.withMigrateTimeout(Duration.ofMillis(1)));

    assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("hash slot 520", "IOERR", "migrateTimeout (1 ms)", real.server(1).address());
    assertThat(real.<Long>on(1, redis -> redis.strlen(key))).isEqualTo(40_000_000);

    Report recovery = recover(Policy.FINISH, BY_SETSLOT.withMigrateTimeout(Duration.ofSeconds(60)));

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
    assertThat(real.<Long>on(2, redis -> redis.strlen(key))).isEqualTo(40_000_000);
    real.on(2, redis -> redis.del(key));
  }

  @Test
  @Order(7)
  void keysMayTakeLongerThanAnyOtherCommand() {
    real.fill(521, 20);
    ServerProcess destination = real.server(2).process();
    Runnable slow =
        () -> {
          destination.pause();
          CompletableFuture.delayedExecutor(LONGER_THAN_A_COMMAND.toMillis(), TimeUnit.MILLISECONDS)
              .execute(destination::resume);
        };
    try {
      Report report = moveAnd(521, Phase.MIGRATING, slow, real.moves(521, 521, 1, 2), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    } finally {
      destination.resume();
    }
    real.assertOwned(521, 521, 2);
    assertThat(real.keys(521, 2)).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({
    "530, maxmemory, 1mb, OOM, Raise maxmemory",
    "531, min-replicas-to-write, 1, NOREPLICAS, Bring back the replicas",
  })
  @Order(8)
  void aDestinationThatRefusesKeysIsNamedAndTheMoveContinuesWhenItTakesThem(
      int hashSlot, String setting, String value, String error, String remedy) {
    real.fill(hashSlot, 20);
    real.on(2, redis -> redis.configSet(setting, value));
    Report report = move(real.moves(hashSlot, hashSlot, 1, 2), BY_SETSLOT);
    real.on(2, redis -> redis.configSet(setting, "0"));

    assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons()).singleElement().asString().contains(error, remedy);
    assertThat(recover(Policy.FINISH).end()).isEqualTo(End.FINISHED);
    assertThat(real.keys(hashSlot, 2)).isEqualTo(20);
    real.assertOwned(hashSlot, hashSlot, 2);
  }

  @Test
  @Order(9)
  void aUserWithTheLeastRightsMovesAndMissingOnesAreNamed() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    RedisSettings settings = real.settings(Optional.of("mover"), Optional.of(password));
    real.fill(540, 10);
    real.acl("reset on >" + PASSWORD + " " + RIGHTS);
    real.acl("-restore-asking");
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = mover(store).move(real.moves(540, 540, 1, 2), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons()).singleElement().asString().contains("NOPERM", "+restore-asking");
    }
    real.acl("+restore-asking");
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      assertThat(mover(store).settle(Policy.FINISH).end()).isEqualTo(End.FINISHED);
      assertThat(mover(store).move(real.moves(541, 545, 1, 2), new Orders()).end())
          .isEqualTo(End.COMPLETED);
    }
    real.assertOwned(540, 545, 2);
    assertThat(real.keys(540, 2)).isEqualTo(10);
  }

  /** The source, or the destination. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Order(10)
  void aPrimaryThatIsKilledLeavesTheHashSlotOpenUntilItIsBack(int node)
      throws InterruptedException {
    int first = 590 + 10 * node;
    try (AcknowledgedWrites writes = real.writes(first, first + 2, 20)) {
      RedisServer killed = real.server(node);
      Report report =
          moveAnd(
              first + 1,
              Phase.SOME_KEYS,
              killed.process()::kill,
              real.moves(first, first + 2, 1, 2),
              new Orders());
      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.state().begun().orElseThrow().hashSlots()).containsExactly(first + 1);
      assertThat(report.reasons()).anyMatch(r -> r.contains(killed.address()));
      Report tooEarly = recover(Policy.FINISH);
      assertThat(tooEarly.end()).isEqualTo(End.LEFT_OPEN);
      assertThat(tooEarly.reasons()).anyMatch(r -> r.matches(".*[Ss]tart it again.*"));

      real.redis().startNode(node);
      Report recovery = recover(Policy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
      real.assertOwned(first, first + 1, 2);
      real.assertOwned(first + 2, first + 2, 1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  /** Of the source, or of the destination. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Order(10)
  void aReplicaThatIsKilledKeepsNoHashSlotFromMoving(int primary) throws InterruptedException {
    int first = 610 + 10 * primary;
    RedisServer replica = startReplica(primary);
    try (AcknowledgedWrites writes = real.writes(first, first + 2, 20)) {
      Report report =
          moveAnd(
              first + 1,
              Phase.SOME_KEYS,
              replica.process()::kill,
              real.moves(first, first + 2, 1, 2),
              new Orders());
      assertThat(replica.process().isAlive()).isFalse();
      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
      assertThat(report.progress().hashSlots()).isEqualTo(3);
      assertThat(journal).doesNotExist();
      writes.awaitMore(100);

      real.redis().startNode(replica.node());
      real.assertOwned(first, first + 2, 2);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Order(11)
  void aClusterThatNeedsEveryHashSlotAndLosesAThirdPrimaryContinuesAfterItsReturn()
      throws InterruptedException {
    requireFullCoverage();
    try (AcknowledgedWrites writes = real.writes(650, 652, 20)) {
      Report report =
          moveAnd(
              651,
              Phase.SOME_KEYS,
              HashSlotMoverIT::loseThird,
              real.moves(650, 652, 1, 2),
              new Orders());
      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.state().begun().orElseThrow().hashSlots()).containsExactly(651);
      assertThat(report.reasons()).anyMatch(r -> r.contains("CLUSTERDOWN"));

      real.redis().startNode(RealStore.NODES);
      Report recovery = recover(Policy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
      real.assertOwned(650, 651, 2);
      real.assertOwned(652, 652, 1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  /** Redis' default. */
  private static void requireFullCoverage() {
    for (int node = 1; node <= RealStore.NODES; node++) {
      real.on(node, redis -> redis.configSet("cluster-require-full-coverage", "yes"));
    }
  }

  /** It takes no part in the moves. */
  private static void loseThird() {
    real.server(RealStore.NODES).process().kill();
    for (int node = 1; node < RealStore.NODES; node++) {
      int one = node;
      await()
          .atMost(PATIENCE)
          .until(() -> real.on(one, redis -> redis.clusterInfo()).contains("cluster_state:fail"));
    }
  }

  @Test
  @Order(12)
  void aMoveContinuesFromThePromotedReplica() {
    RedisServer replica = startReplica(1);
    real.fill(700, 20);
    Report report =
        moveAnd(
            700,
            Phase.SOME_KEYS,
            () -> failOver(replica),
            real.moves(700, 702, 1, 2),
            new Orders());

    assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons()).anyMatch(r -> r.contains(real.server(1).address()));

    Report recovery = recover(Policy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.FINISHED);
    assertThat(real.keys(700, 2)).isEqualTo(20);
    real.assertOwned(700, 700, 2);
    real.assertOwned(701, 702, replica.node());
    Report stopped = move(real.moves(701, 702, 1, 2), BY_SETSLOT);
    assertThat(stopped.end()).isEqualTo(End.STOPPED);
    assertThat(stopped.reasons()).anyMatch(r -> r.contains("is a replica of"));
    assertThat(stopped.progress()).isEqualTo(new SlotProgress(0, 0));
  }

  @Test
  @Order(13)
  void primariesThatGiveAllTheirHashSlotsForOthersStayPrimaries() {
    real.redis().startNode(5);
    real.redis().startNode(6);
    move(real.moves(16_000, 16_003, 3, 5), BY_SETSLOT);
    move(real.moves(16_004, 16_007, 3, 6), BY_SETSLOT);
    List<HashSlotMove> exchange =
        Stream.concat(
                real.moves(16_000, 16_003, 5, 6).stream(),
                real.moves(16_004, 16_007, 6, 5).stream())
            .toList();

    real.fill(16_003, 20, 5);

    Report report = move(exchange, BY_SETSLOT);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    real.assertOwned(16_000, 16_003, 6);
    real.assertOwned(16_004, 16_007, 5);
    assertThat(real.keys(16_003, 6)).isEqualTo(20);
  }

  @Test
  @Order(14)
  void aPrimaryMayGiveAllItsHashSlotsAway() {
    Report report = move(real.moves(16_000, 16_003, 6, 5), BY_SETSLOT);

    // Whether it is a replica now depends on the first message, the mover's or the new owner's.
    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    real.assertOwned(16_000, 16_007, 5);
  }

  /** The one replica, which may have been that of another primary. */
  private static RedisServer startReplica(int primary) {
    int node = RealStore.NODES + 1;
    real.redis().servers().stream()
        .filter(server -> server.node() == node)
        .forEach(server -> server.process().kill());
    return real.redis().startReplica(node, real.server(primary));
  }

  private static void failOver(RedisServer replica) {
    real.redis().failOver(replica);
    await()
        .atMost(PATIENCE)
        .until(() -> real.on(1, r -> r.info("replication")).contains("role:slave"));
    // The destination has the hash slot open: it forgets the former owner and takes no other.
    String former = real.id(1);
    await().atMost(PATIENCE).until(() -> !owner(real.server(2), 700).equals(former));
  }

  private static String owner(RedisServer server, int hashSlot) {
    String text = real.on(server.node(), redis -> redis.clusterNodes());
    Partitions view = ClusterPartitionParser.parse(text);
    RedisClusterNode owner = view.getPartitionBySlot(hashSlot);
    return owner == null ? "no owner" : owner.getNodeId();
  }

  /** Ends a mover after a phase of the second hash slot. */
  private void kill(int from, int to, Phase phase) {
    kill(from, to, phase, from + 1);
  }

  private void kill(int from, int to, Phase phase, int hashSlot) {
    kill(from, to, phase, hashSlot, BY_SETSLOT);
  }

  private void kill(int from, int to, Phase phase, int hashSlot, SlotMigrationLimits limits) {
    Runnable end =
        () -> {
          throw new StoppedStore.Killed();
        };
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store =
          new StoppedStore(new RedisClusterAdmin(connections), hashSlot, phase, end);
      assertThatThrownBy(() -> mover(store, limits).move(real.moves(from, to, 1, 2), new Orders()))
          .isInstanceOf(StoppedStore.Killed.class);
    }
  }

  /** Moves hash slots; an event comes when one of them is in a phase. */
  private Report moveAnd(
      int hashSlot, Phase phase, Runnable event, List<HashSlotMove> moves, Orders orders) {
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store =
          new StoppedStore(new RedisClusterAdmin(connections), hashSlot, phase, event);
      return mover(store).move(moves, orders);
    }
  }

  private Report move(List<HashSlotMove> moves, SlotMigrationLimits limits) {
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return mover(store, limits).move(moves, new Orders());
    }
  }

  private Report recover(Policy policy) {
    return recover(policy, BY_SETSLOT);
  }

  private Report recover(Policy policy, SlotMigrationLimits limits) {
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return mover(store, limits).settle(policy);
    }
  }

  private SlotMigrations mover(ClusterAdmin store) {
    return mover(store, BY_SETSLOT);
  }

  private SlotMigrations mover(ClusterAdmin store, SlotMigrationLimits limits) {
    return new SlotMigrations(store, journal, limits, MOVERS_PATIENCE);
  }

  private static void copy(String key, int from, int to) {
    byte[] value = real.on(from, redis -> redis.dump(key));
    real.on(
        to,
        redis -> {
          redis.asking();
          return redis.restore(key, value, RestoreArgs.Builder.ttl(0));
        });
  }
}
