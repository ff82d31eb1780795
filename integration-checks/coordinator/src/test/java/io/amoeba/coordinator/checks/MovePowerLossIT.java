package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.SlotMigrations.BY_SETSLOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.checks.StoppedStore.Phase;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers lose power while hash slots move from node 1 to node 2 and clients write. Each server has
 * a disk of its own, and forces every write to it before it acknowledges it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class MovePowerLossIT {

  private static final int SOURCE = 1;
  private static final int DESTINATION = 2;
  private static final int OTHER = 3;

  /** Hash slots 0 … 2 move; it happens with this one. */
  private static final int HASH_SLOT = 1;

  private static final int LAST = 2;

  /** Nobody writes to these when they have been filled. */
  private static final HashSlotSpan IDLE = new HashSlotSpan(10, 50);

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @TempDir private Path folder = Path.of("");
  private StoreOnDisks disks;
  private RealStore store;
  private Path journal;

  @BeforeEach
  void start() throws IOException {
    journal = folder.resolve("move.json");
    disks = StoreOnDisks.start(folder.resolve("disks"), RealStore.FORCED);
    store = disks.store;
  }

  @AfterEach
  void end() throws IOException {
    if (disks != null) {
      disks.close();
    }
  }

  @Test
  void theMoveEndsWithAllWritesWhenTheSourceHasLostPowerWithSomeKeysMoved()
      throws InterruptedException {
    theMoveEndsWithAllWrites(Phase.SOME_KEYS, SOURCE);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"MIGRATING", "ALL_KEYS", "OWNER_AT_DESTINATION"})
  void theMoveEndsWithAllWritesWhenTheSourceHasLostPower(Phase phase) throws InterruptedException {
    theMoveEndsWithAllWrites(phase, SOURCE);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"IMPORTING", "SOME_KEYS", "OWNER_AT_DESTINATION", "OWNER_AT_SOURCE"})
  void theMoveEndsWithAllWritesWhenTheDestinationHasLostPower(Phase phase)
      throws InterruptedException {
    theMoveEndsWithAllWrites(phase, DESTINATION);
  }

  private void theMoveEndsWithAllWrites(Phase phase, int node) throws InterruptedException {
    try (AcknowledgedWrites writes = store.writes(0, LAST, 20)) {
      writes.awaitMore(100);

      Report report = moveAnd(phase, () -> disks.losePower(node));
      disks.startAgain(node);
      // Nobody has told it again what it had been told.
      writes.awaitMore(100);

      assertEndsWithAll(writes, report);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"SOME_KEYS", "OWNER_AT_DESTINATION", "OWNER_AT_SOURCE"})
  void theMoveEndsWithAllWritesWhenAllServersHaveLostPowerTogether(Phase phase)
      throws InterruptedException {
    try (AcknowledgedWrites writes = store.writes(0, LAST, 20)) {
      writes.awaitMore(100);

      Report report =
          moveAnd(
              phase,
              () -> {
                disks.losePower(SOURCE, DESTINATION, OTHER);
                disks.startAgain(SOURCE, DESTINATION, OTHER);
              });

      assertEndsWithAll(writes, report);
    }
  }

  /** No later write forces the view of the cluster to the disk along with itself. */
  @Tag("long")
  @Test
  void aDestinationThatLosesPowerRightAfterAMoveOwnsWhatNobodyWritesTo() {
    for (int hashSlot = IDLE.from(); hashSlot <= IDLE.to(); hashSlot++) {
      store.fill(hashSlot, 1);
    }
    Report report = move(IDLE.from(), IDLE.to());
    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);

    disks.losePower(DESTINATION);
    disks.startAgain(DESTINATION);

    store.assertOwned(IDLE.from(), IDLE.to(), DESTINATION);
    for (int hashSlot = IDLE.from(); hashSlot <= IDLE.to(); hashSlot++) {
      assertThat(store.keys(hashSlot, DESTINATION)).as("hash slot %d", hashSlot).isEqualTo(1);
    }
  }

  /** A server that cannot write its append-only file before it answers ends. */
  @Tag("long")
  @Test
  void aDestinationThatHasEndedForWantOfRoomIsNamedAndTheMoveEndsWhenItHasRoom()
      throws IOException, InterruptedException {
    try (AcknowledgedWrites writes = store.writes(0, LAST, 20)) {
      writes.awaitMore(100);
      Path[] filler = new Path[1];

      Report report = moveAnd(Phase.MIGRATING, () -> filler[0] = fill(DESTINATION));

      String address = store.server(DESTINATION).address();
      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons()).anyMatch(reason -> reason.contains(address));
      Report tooEarly = settle();
      assertThat(tooEarly.end()).as("%s", tooEarly).isEqualTo(End.LEFT_OPEN);
      assertThat(tooEarly.reasons())
          .anyMatch(reason -> reason.contains(address) && reason.matches(".*[Ss]tart it again.*"));

      Files.delete(filler[0]);
      disks.startAgain(DESTINATION);
      assertEndsWithAll(writes, report);
    }
  }

  private Path fill(int node) {
    try {
      return disks.fill(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertEndsWithAll(AcknowledgedWrites writes, Report report)
      throws InterruptedException {
    Report last =
        switch (report.end()) {
          case COMPLETED -> report;
          case STOPPED -> moveWhatIsLeft();
          default -> carryOn();
        };
    assertThat(last.end()).as("%s", last).isEqualTo(End.COMPLETED);
    assertThat(journal).doesNotExist();
    store.assertOwned(0, LAST, DESTINATION);
    writes.awaitMore(100);
    writes.endAndCheck();
  }

  /** Another plan does it, as the one before ended between two hash slots. */
  private Report moveWhatIsLeft() {
    store.assertOwned(0, HASH_SLOT, DESTINATION);
    return move(HASH_SLOT + 1, LAST);
  }

  private Report moveAnd(Phase phase, Runnable event) {
    try (RedisConnections connections = store.connections()) {
      return migrations(
              new StoppedStore(new RedisClusterAdmin(connections), HASH_SLOT, phase, event))
          .move(store.moves(0, LAST, SOURCE, DESTINATION), new Orders());
    }
  }

  private Report move(int first, int last) {
    try (RedisConnections connections = store.connections()) {
      return migrations(new RedisClusterAdmin(connections))
          .move(store.moves(first, last, SOURCE, DESTINATION), new Orders());
    }
  }

  private Report carryOn() {
    try (RedisConnections connections = store.connections()) {
      return migrations(new RedisClusterAdmin(connections)).carryOn();
    }
  }

  private Report settle() {
    try (RedisConnections connections = store.connections()) {
      return migrations(new RedisClusterAdmin(connections)).settle(SlotMigrations.Policy.FINISH);
    }
  }

  private SlotMigrations migrations(ClusterAdmin cluster) {
    return new SlotMigrations(cluster, journal, BY_SETSLOT, PATIENCE);
  }
}
