package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.ReplacementWorld.End;
import io.amoeba.coordinator.changes.failover.ReplacementWorld.Report;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.cluster.WriteGuards.Failure;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must be true of a server before it is told to take over, and told again. */
class SecondPromotionTest {

  /** 4 × the node timeout of 2 s, and a second more. */
  private static final long REST = 9;

  private final ReplacementWorld world = new ReplacementWorld(true);
  private final SimulatedCluster cluster = world.cluster;

  @Test
  void aSuccessorTellsAServerThatLedMomentsAgoOnlyWhenItsOldVotesNoLongerCount() {
    leadAndFollowAgain();

    Report recovery = world.goOn();

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
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

    world.goOn();
    tick(5);

    assertThat(cluster.fullCopies()).isOne();
    assertThat(cluster.node("a").owns()).isTrue();
    assertThat(cluster.node("a").data.containsAll(cluster.acknowledged())).isFalse();
  }

  @Test
  void aServerThatWasResetAndIsGivenAgainStillRests() {
    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.COMPLETED);
    failBack();
    cluster.node("s").reset();
    for (String other : List.of("a", "b", "c", "d")) {
      cluster.node(other).views.remove("s");
    }
    cluster.node("a").invited.add(cluster.node("s").address);
    tick(2);

    Report second = world.replace(OldPrimary.KEEP);

    assertThat(second.end()).as("%s", second).isEqualTo(End.COMPLETED);
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
    cluster.node("a").invited.add(server.address);
    tick(2);
    long begun = cluster.now();

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    assertThat(cluster.orders()).singleElement().matches(order -> order - begun >= REST - 1);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aServerWithoutAnElectionIsToldAtOnce() {
    cluster.node("a").requests = 5;

    world.replace(OldPrimary.KEEP);

    assertThat(cluster.now()).isLessThan(3 + REST);
  }

  @Test
  void serversThatForgetOldElectionsAreToldAtOnce() {
    List.of("a", "b", "c", "d", "s").forEach(name -> cluster.node(name).forgetful = true);
    leadAndFollowAgain();
    long since = cluster.now();

    Report recovery = world.goOn();

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
    assertThat(cluster.orders().get(1) - since).as("the order before it").isLessThan(REST);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aLostElectionIsNamedAndTheOrderRepeatedOnlyAfterTheRest() {
    cluster.votes(false);

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
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

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("attempt 1: s:1 (s) asked for no votes", "attempt 2: s:1 (s) asked for no votes");
    assertThat(cluster.orders()).hasSize(2);
    assertThat(cluster.orders().get(1) - cluster.orders().get(0)).isGreaterThanOrEqualTo(REST);
  }

  @Test
  void aServerThatRestsMayStillBeRolledBack() {
    cluster.node("s").requests = 5;
    world.at("s replicates a", now -> world.coordinator().abort());

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).as("%s", report).isEqualTo(End.ROLLED_BACK);
    assertThat(cluster.orders()).isEmpty();
  }

  @Test
  void aServerWhoseNodeTimeoutIsUnknownRestsAsForAMinute() {
    cluster.node("c").nodeTimeoutSeconds = OptionalLong.empty();
    cluster.node("s").requests = 5;
    long begun = cluster.now();

    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.COMPLETED);

    assertThat(cluster.orders()).singleElement().matches(order -> order - begun >= 240);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatCouldNotWriteToItsDiskIsRefused(Failure failure) {
    cluster.node("s").writeGuards = new WriteGuards(Set.of(failure), 0);

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .startsWith("s:1 (s) would refuse writes as a primary: its last")
        .contains("Make room in its folder");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void aServerWhoseSaveFailsWhileItCopiesIsNotPromotedBeforeItHasSaved() {
    world.at(
        "s replicates a",
        now -> now.node("s").writeGuards = new WriteGuards(Set.of(Failure.SAVE), 0));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons()).singleElement().asString().contains("rdb_last_bgsave_status");
    assertThat(cluster.orders()).isEmpty();
    cluster.node("s").writeGuards = WriteGuards.NONE;
    assertThat(world.goOn().end()).isEqualTo(End.COMPLETED);
  }

  @Test
  void aServerThatNeedsMoreReplicasThanItWillHaveIsRefused() {
    cluster.node("s").writeGuards = new WriteGuards(Set.of(), 1);
    assertThat(world.replace(OldPrimary.RETIRE).reasons())
        .singleElement()
        .asString()
        .contains("min-replicas-to-write is 1, and it would have 0 replicas");
    assertThat(cluster.told()).isEmpty();

    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.COMPLETED);
  }

  /** s led for some seconds after an order, and the coordinator ended meanwhile. */
  private void leadAndFollowAgain() {
    world.killAt("s fails over");
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
}
