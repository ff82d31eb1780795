package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Policy;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.checks.StoppedStore.Phase;
import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Moves of hash slots by the servers' own atomic migrations, between three real primaries of a kind
 * that has them. Needs the server program, which a system property names. Each test has hash slots
 * of its own, first of node 1.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
abstract class AtomicMoves {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Of a mover with the servers that it waits for. */
  private static final Duration MOVERS_PATIENCE = Duration.ofSeconds(15);

  private static final String PASSWORD = "s3cret-of-the-test";

  /** 40 MB: a migration of it is under way for long enough to be disturbed. */
  private static final int MANY_KEYS = 400;

  private static final String BIG_VALUE = "x".repeat(100_000);

  /** As {@code docs/hash-slot-moves.md} lists them, but for those of the migrations. */
  private static final String RIGHTS =
      "~* resetchannels -@all +cluster|nodes +cluster|countkeysinslot +info +client|setname"
          + " +command|info";

  @TempDir Path folder = Path.of("");
  private final String property;
  private final SlotMigrationMethod method;
  private final String rights;
  private RealStore real;
  private Path journal;

  /**
   * Tests of one kind of server.
   *
   * @param property system property that names the program
   * @param rights that its migrations need
   */
  AtomicMoves(String property, SlotMigrationMethod method, String rights) {
    this.property = property;
    this.method = method;
    this.rights = rights;
  }

  @BeforeAll
  void startCluster() {
    String program = System.getProperty(property);
    Assumptions.assumeTrue(
        program != null, () -> "name a server program with -D%s".formatted(property));
    real = RealStore.start(Optional.of(Path.of(program)));
  }

  @AfterAll
  void endCluster() {
    if (real != null) {
      real.close();
    }
  }

  @BeforeEach
  void nothingIsOpen() {
    journal = folder.resolve("move.json");
  }

  @Test
  @Order(1)
  void hashSlotsMoveWhileClientsWriteAndNoAcknowledgedWriteIsLost() throws InterruptedException {
    try (AcknowledgedWrites writes = real.writes(0, 99, 3);
        RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      SlotMigrationLimits limits = SlotMigrationLimits.DEFAULT.withHashSlotsPerMigration(40);

      Report report = mover(store, limits).move(real.moves(0, 99, 1, 2), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
      assertThat(report.state().method()).isEqualTo(method);
      assertThat(report.reasons()).isEmpty();
      assertThat(report.progress().hashSlots()).isEqualTo(100);
      assertThat(report.progress().keys()).isGreaterThanOrEqualTo(300);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    real.assertOwned(0, 99, 2);
    assertThat(journal).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  @Order(2)
  void aMoverThatIsKilledIsRecoveredByItsSuccessor(Policy policy) throws InterruptedException {
    int first = 200 + 10 * policy.ordinal();
    fillMuch(first);
    try (AcknowledgedWrites writes = real.writes(first, first + 3, 5)) {
      writes.awaitMore(10);
      kill(first, first + 3);
      assertThat(journal).exists();

      Report recovery = recover(policy);

      // The migration may have ended before the request to end it.
      boolean moved = owner(first) == 2;
      assertThat(recovery.end()).as("%s", recovery).isEqualTo(moved ? End.FINISHED : End.UNDONE);
      assertThat(moved || policy == Policy.UNDO_IF_NO_KEY_MOVED).isTrue();
      assertThat(journal).doesNotExist();
      real.assertOwned(first, first + 3, moved ? 2 : 1);
      assertThat(move(first, first + 3).end()).isEqualTo(End.COMPLETED);
      real.assertOwned(first, first + 3, 2);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Order(3)
  void anAbortEndsTheMigrationAndTheNextOneFindsNothingLeft() throws InterruptedException {
    fillMuch(300);
    try (AcknowledgedWrites writes = real.writes(300, 301, 5)) {
      Orders control = new Orders();
      Report report =
          moveAnd(300, Phase.MIGRATION, control::abort, real.moves(300, 301, 1, 2), control);

      assertThat(report.end()).as("%s", report).isEqualTo(End.ABORTED);
      assertThat(journal).doesNotExist();
      real.assertOwned(300, 301, report.progress().hashSlots() == 2 ? 2 : 1);
      writes.awaitMore(100);
      assertThat(move(300, 301).end()).isEqualTo(End.COMPLETED);
      real.assertOwned(300, 301, 2);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Order(4)
  void aPrimaryThatIsKilledLeavesNothingHalfMoved(int node) throws InterruptedException {
    int first = 390 + 10 * node;
    try (AcknowledgedWrites writes = real.writes(first, first + 9, 1)) {
      int cut = killInTheMiddle(node, first);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(move(cut, cut + 1).end()).isEqualTo(End.COMPLETED));
      real.assertOwned(cut, cut + 1, 2);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  /**
   * Kills a primary during the migration of two hash slots, and of two others with twice as much
   * where that was quicker than the kill.
   *
   * @return the first of the two that stayed where they were
   */
  private int killInTheMiddle(int node, int from) {
    int keys = MANY_KEYS;
    for (int first = from; first < from + 10; first += 2) {
      fillMuch(first, keys);
      Report report = killWhileMoving(node, first);
      real.redis().startNode(node);
      Report recovery = recover(Policy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isNotEqualTo(End.LEFT_OPEN);
      assertThat(journal).doesNotExist();
      int owner = owner(first);
      real.assertOwned(first, first + 1, owner);
      assertThat(real.keys(first, owner)).isGreaterThanOrEqualTo(keys);
      if (owner == 1) {
        assertThat(report.end()).as("%s", report).isIn(End.INTERRUPTED, End.STOPPED);
        assertThat(report.progress().hashSlots()).isZero();
        return first;
      }
      keys *= 2;
    }
    throw new AssertionError("every migration was quicker than the kill of node " + node);
  }

  private Report killWhileMoving(int node, int first) {
    RedisServer killed = real.server(node);
    return moveAnd(
        first,
        Phase.MIGRATION,
        killed.process()::kill,
        real.moves(first, first + 1, 1, 2),
        new Orders());
  }

  @Test
  @Order(5)
  void hashSlotsThatAnotherToolMigratesAreLeftAlone() {
    fillMuch(500);
    String other;
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      store.look();
      SlotsInTransition byHand =
          new SlotsInTransition(List.of(500, 501), real.id(1), real.id(2), "", method);
      store.migrate(byHand);
      Report report = mover(store).move(real.moves(501, 502, 1, 2), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons()).isNotEmpty();
      assertThat(journal).doesNotExist();
      String steering = method == SlotMigrationMethod.CLUSTER_MIGRATION ? real.id(2) : real.id(1);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  store.migrations(method, steering).stream()
                      .filter(m -> m.hashSlots().get(0).from() == 500)
                      .allMatch(m -> m.state() == AtomicMigration.State.COMPLETED));
    }
    real.assertOwned(500, 501, 2);
    real.assertOwned(502, 502, 1);
  }

  @Test
  @Order(6)
  void aUserWithTheLeastRightsMovesAndMissingOnesAreNamed() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    RedisSettings settings = real.settings(Optional.of("mover"), Optional.of(password));
    real.fill(600, 10);
    real.acl("reset on >" + PASSWORD + " " + RIGHTS);
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = mover(store).move(real.moves(600, 601, 1, 2), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons()).singleElement().asString().contains("NOPERM", "migrat");
    }
    real.acl(rights);
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = mover(store).move(real.moves(600, 601, 1, 2), new Orders());
      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
      assertThat(report.state().method()).isEqualTo(method);
    }
    real.assertOwned(600, 601, 2);
    assertThat(real.keys(600, 2)).isEqualTo(10);
  }

  @Test
  @Order(7)
  @Tag("long")
  void aReplicaThatTookOverInTheMiddleHasLostNothing() {
    RedisServer replica = real.redis().startReplica(RealStore.NODES + 1, real.server(1));
    fillMuch(700);
    Report report =
        moveAnd(
            700,
            Phase.MIGRATION,
            () -> real.redis().failOver(replica),
            real.moves(700, 702, 1, 2),
            new Orders());

    assertThat(report.end()).as("%s", report).isNotEqualTo(End.ABORTED);
    await()
        .atMost(PATIENCE.multipliedBy(2))
        .until(() -> recover(Policy.FINISH).end() != End.LEFT_OPEN);

    assertThat(journal).doesNotExist();
    int owner = real.redis().hashSlotsOf(real.server(2)).contains(700) ? 2 : replica.node();
    real.assertOwned(700, 702, owner);
    assertThat(real.keys(700, owner)).isEqualTo(MANY_KEYS);
  }

  @Test
  @Order(8)
  void aPrimaryMayGiveAllItsHashSlotsAway() {
    real.redis().startNode(5);
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      assertThat(mover(store).move(real.moves(16_000, 16_003, 3, 5), new Orders()).end())
          .isEqualTo(End.COMPLETED);
      real.fill(16_001, 20, 5);

      Report report = mover(store).move(real.moves(16_000, 16_003, 5, 3), new Orders());

      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    }
    real.assertOwned(16_000, 16_003, 3);
    assertThat(real.keys(16_001, 3)).isEqualTo(20);
  }

  /** A mover's process ends when the migration has begun. */
  private void kill(int from, int to) {
    Runnable end =
        () -> {
          throw new StoppedStore.Killed();
        };
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store =
          new StoppedStore(new RedisClusterAdmin(connections), from, Phase.MIGRATION, end);
      assertThatThrownBy(() -> mover(store).move(real.moves(from, to, 1, 2), new Orders()))
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

  private Report move(int from, int to) {
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return mover(store).move(real.moves(from, to, 1, 2), new Orders());
    }
  }

  private Report recover(Policy policy) {
    try (RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return mover(store).settle(policy);
    }
  }

  private SlotMigrations mover(ClusterAdmin store) {
    return mover(store, SlotMigrationLimits.DEFAULT);
  }

  private SlotMigrations mover(ClusterAdmin store, SlotMigrationLimits limits) {
    return new SlotMigrations(store, journal, limits, MOVERS_PATIENCE);
  }

  private void fillMuch(int hashSlot) {
    fillMuch(hashSlot, MANY_KEYS);
  }

  private void fillMuch(int hashSlot, int count) {
    List<String> keys = real.fill(hashSlot, count);
    real.on(
        1,
        redis -> {
          keys.forEach(key -> redis.set(key, BIG_VALUE));
          return keys;
        });
  }

  /** The node, 1 or 2, that says that it owns a hash slot. */
  private int owner(int hashSlot) {
    return IntStream.of(2, 1)
        .filter(node -> real.redis().hashSlotsOf(real.server(node)).contains(hashSlot))
        .findFirst()
        .orElseThrow();
  }
}
