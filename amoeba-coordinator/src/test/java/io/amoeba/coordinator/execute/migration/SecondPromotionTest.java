package io.amoeba.coordinator.execute.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.migration.WriteGuards.Failure;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must be true of a server before it is told to take over, and told again. */
class SecondPromotionTest {

  /** 4 × the node timeout of 2 s, and a second more. */
  private static final long REST = 9;

  private final MigrationWorld world = new MigrationWorld(true);
  private final SimulatedCluster cluster = world.cluster;

  @Test
  void aSuccessorTellsAServerThatLedMomentsAgoOnlyWhenItsOldVotesNoLongerCount() {
    leadAndFollowAgain();

    MigrationReport recovery = world.recover(RecoveryPolicy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
    assertThat(cluster.fullCopies()).isZero();
    assertThat(cluster.orders()).hasSize(2);
    assertThat(cluster.orders().get(1) - cluster.orders().get(0)).isGreaterThanOrEqualTo(REST);
  }

  /** The rule as it was: told again whatever the server's last election. */
  @Test
  void aServerThatIsToldWithoutARestLosesAcknowledgedWrites() {
    world.restClockSpeed = 1_000_000;
    leadAndFollowAgain();

    world.recover(RecoveryPolicy.FINISH);
    tick(5);

    assertThat(cluster.fullCopies()).isOne();
    assertThat(cluster.node("a").owns()).isTrue();
    assertThat(cluster.node("a").data.containsAll(cluster.acknowledged())).isFalse();
  }

  @Test
  void aServerThatWasResetAndIsGivenAgainStillRests() {
    PrimaryMigrator migrator = world.migrator();
    assertThat(world.migrate(migrator, "a", OldPrimary.KEEP).end())
        .isEqualTo(MigrationEnd.COMPLETED);
    failBack();
    cluster.node("s").reset();
    for (String other : List.of("a", "b", "c", "d")) {
      cluster.node(other).views.remove("s");
    }
    cluster.node("a").greeted.add(cluster.node("s").address);
    tick(2);

    MigrationReport second = world.migrate(migrator, "a", OldPrimary.KEEP);

    assertThat(second.end()).as("%s", second).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
    assertThat(cluster.fullCopies()).isZero();
  }

  @Test
  void aPromotionBySomebodyElseCountsAlsoWhenNobodyLookedMeanwhile() {
    SimulatedNode server = cluster.node("s");
    server.replicates("a");
    tick(4);
    cluster.promote("s");
    failBack();
    server.reset();
    cluster.node("a").views.remove("s");
    cluster.node("a").greeted.add(server.address);
    tick(2);
    long begun = cluster.now();

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).as("%s", report).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.orders()).singleElement().matches(order -> order - begun >= REST - 1);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aServerWithoutAnElectionIsToldAtOnce() {
    cluster.node("a").requests = 5;

    world.migrate(OldPrimary.KEEP);

    assertThat(cluster.now()).isLessThan(3 + REST);
  }

  @Test
  void serversThatForgetOldElectionsAreToldAtOnce() {
    List.of("a", "b", "c", "d", "s").forEach(name -> cluster.node(name).forgetful = true);
    leadAndFollowAgain();
    long since = cluster.now();

    MigrationReport recovery = world.recover(RecoveryPolicy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.orders().get(1) - since).as("the order before it").isLessThan(REST);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aLostElectionIsNamedAndTheOrderRepeatedOnlyAfterTheRest() {
    cluster.votes(false);

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains(
            "attempt 1: s:1 (s) asked for votes, and 0 of 3 primaries voted: the election was lost",
            "attempt 2: s:1 (s) asked for votes");
    assertThat(cluster.orders()).hasSize(2);
    assertThat(cluster.orders().get(1) - cluster.orders().get(0)).isGreaterThanOrEqualTo(REST);
  }

  @Test
  void aFailOverThatIsGivenUpBeforeAnElectionIsNamedAndRepeatedOnlyAfterTheRest() {
    cluster.happens(
        now -> {
          if (now.equals("s fails over")) {
            cluster.node("s").linkUp = false;
            cluster.node("s").ticksToSync = 2;
          }
        });

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("attempt 1: s:1 (s) asked for no votes", "attempt 2: s:1 (s) asked for no votes");
    assertThat(cluster.orders()).hasSize(2);
    assertThat(cluster.orders().get(1) - cluster.orders().get(0)).isGreaterThanOrEqualTo(REST);
  }

  @Test
  void aServerThatRestsMayStillBeTakenBack() {
    cluster.node("s").requests = 5;
    at("s replicates a", now -> world.control.abort());

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).as("%s", report).isEqualTo(MigrationEnd.TAKEN_BACK);
    assertThat(cluster.orders()).isEmpty();
  }

  @Test
  void aServerWhoseNodeTimeoutIsUnknownRestsAsForAMinute() {
    cluster.node("c").nodeTimeoutSeconds = OptionalLong.empty();
    cluster.node("s").requests = 5;
    long begun = cluster.now();

    assertThat(world.migrate(OldPrimary.KEEP).end()).isEqualTo(MigrationEnd.COMPLETED);

    assertThat(cluster.orders()).singleElement().matches(order -> order - begun >= 240);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatCouldNotWriteToItsDiskIsRefused(Failure failure) {
    cluster.node("s").writeGuards = new WriteGuards(Set.of(failure), 0);

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .startsWith("s:1 (s) would refuse writes as a primary: its last")
        .contains("Make room in its folder");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void aServerWhoseSaveFailsWhileItCopiesIsNotPromotedBeforeItHasSaved() {
    at(
        "s replicates a",
        now -> now.node("s").writeGuards = new WriteGuards(Set.of(Failure.SAVE), 0));

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons()).singleElement().asString().contains("rdb_last_bgsave_status");
    assertThat(cluster.orders()).isEmpty();
    cluster.node("s").writeGuards = WriteGuards.NONE;
    assertThat(world.recover(RecoveryPolicy.FINISH).end()).isEqualTo(MigrationEnd.COMPLETED);
  }

  @Test
  void aServerThatNeedsMoreReplicasThanItWillHaveIsRefused() {
    cluster.node("s").writeGuards = new WriteGuards(Set.of(), 1);
    assertThat(world.migrate(OldPrimary.RETIRE).reasons())
        .singleElement()
        .asString()
        .contains("min-replicas-to-write is 1, and it would have 0 replicas");
    assertThat(cluster.told()).isEmpty();

    assertThat(world.migrate(OldPrimary.KEEP).end()).isEqualTo(MigrationEnd.COMPLETED);
  }

  /** s led for some seconds after an order, and the coordinator ended meanwhile. */
  private void leadAndFollowAgain() {
    at(
        "s fails over",
        now -> {
          throw new SimulatedCluster.Killed();
        });
    assertThatThrownBy(() -> world.migrate(OldPrimary.KEEP))
        .isInstanceOf(SimulatedCluster.Killed.class);
    tick(1);
    assertThat(cluster.node("s").owns()).isTrue();
    failBack();
  }

  /** Somebody makes a the primary again. */
  private void failBack() {
    while (!cluster.node("a").linkUp) {
      tick(1);
    }
    cluster.promote("a");
    while (!cluster.node("s").linkUp) {
      tick(1);
    }
    assertThat(cluster.node("a").data).containsAll(cluster.acknowledged());
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      cluster.tick();
    }
  }

  /** Once, when a command has been carried out. */
  private void at(String command, Consumer<SimulatedCluster> event) {
    int[] seen = {0};
    cluster.happens(
        now -> {
          if (now.equals(command) && ++seen[0] == 2) {
            cluster.happens(other -> {});
            event.accept(cluster);
          }
        });
  }
}
