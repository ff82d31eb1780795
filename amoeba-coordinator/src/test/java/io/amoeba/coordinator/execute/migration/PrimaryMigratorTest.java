package io.amoeba.coordinator.execute.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerMemory;
import io.amoeba.coordinator.plan.migration.Migration;
import io.amoeba.coordinator.plan.migration.MigrationReason;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import io.amoeba.coordinator.plan.migration.SpareServer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrimaryMigratorTest {

  private final MigrationWorld world = new MigrationWorld(true);
  private final SimulatedCluster cluster = world.cluster;

  @Test
  void aMemberBecomesAReplicaIsPromotedAndTheFormerPrimaryIsKept() {
    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report)
        .isEqualTo(new MigrationReport(MigrationEnd.COMPLETED, false, Optional.empty(), List.of()));
    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
    assertThat(world.journal.phases())
        .containsExactly(
            MigrationPhase.MEETING,
            MigrationPhase.REPLICATING,
            MigrationPhase.FAILING_OVER,
            MigrationPhase.PROMOTED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
    assertThat(cluster.node("a").primaryId).isEqualTo("s");
  }

  @Test
  void aServerThatIsNoMemberIsGreetedAndARetiredPrimaryIsResetBeforeItIsForgotten() {
    MigrationWorld alone = new MigrationWorld(false);

    MigrationReport report = alone.migrate(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(report.retired()).isTrue();
    assertThat(alone.cluster.told())
        .containsExactly(
            "a meets s",
            "s replicates a",
            "s fails over",
            "a is reset",
            "s forgets a",
            "b forgets a",
            "c forgets a",
            "d forgets a");
    assertThat(alone.cluster.node("a").views).isEmpty();
    assertThat(alone.cluster.node("a").data).isEmpty();
    assertThat(alone.cluster.node("s").data).containsAll(alone.cluster.acknowledged());
  }

  @Test
  void serverThatDiffersFromThePrimariesTakesOverNothing() {
    world.differences = List.of("s: it has no ACL user 'job'");

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons()).containsExactly("s: it has no ACL user 'job'");
    assertThat(cluster.told()).isEmpty();
    assertThat(world.journal.phases()).isEmpty();
  }

  @Test
  void theIntentionIsKeptBeforeTheFirstCommand() {
    world.journal.fillDisk(true);

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("could not be written");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void whatKeepsAMigrationFromBeginningIsNamedAllAtOnce() {
    cluster.node("s").data.add(7);
    cluster.node("a").openHashSlots = 2;
    cluster.node("c").alive = false;

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons())
        .anyMatch(r -> r.contains("s:1 (s) holds 1 keys, which would be lost"))
        .anyMatch(r -> r.contains("a:1 (a) has 2 open hash slots"))
        .anyMatch(r -> r.contains("c:1 does not answer (connection refused)"));
    assertThat(cluster.told()).isEmpty();
    assertThat(world.journal.open()).isEmpty();
  }

  @Test
  void aServerWithoutTheMemoryForWhatThePrimaryHoldsIsRefused() {
    cluster.node("a").memory = memory(900, 800, OptionalLong.empty());
    cluster.node("s").memory = memory(300, 0, OptionalLong.of(1_000));

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons())
        .containsExactly(
            "s:1 (s) may use 700 bytes more, and the keys of a:1 (a) take 800: raise its maxmemory, or choose another server");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void aReplicaBeyondItsLimitIsNotPromotedBeforeThatIsRaised() {
    cluster.node("a").memory = memory(900, 800, OptionalLong.of(2_000));
    at(
        cluster,
        "s replicates a",
        now -> now.node("s").memory = memory(901, 800, OptionalLong.of(900)));

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("s:1 (s) uses 901 bytes, and may use 900 as a primary: raise its maxmemory");
    assertThat(cluster.told()).containsExactly("s replicates a");

    cluster.node("s").memory = memory(901, 800, OptionalLong.of(901));
    assertThat(world.recover(RecoveryPolicy.FINISH).end()).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aPrimaryAtItsLimitMigratesToAServerWithTheSame() {
    cluster.node("a").memory = memory(1_000, 900, OptionalLong.of(1_000));
    cluster.node("s").memory = memory(1_001, 0, OptionalLong.of(1_000));

    assertThat(world.migrate(OldPrimary.KEEP).end()).isEqualTo(MigrationEnd.COMPLETED);
  }

  @Test
  void aServerOfAnotherClusterIsNotGreeted() {
    MigrationWorld alone = new MigrationWorld(false);
    SimulatedNode other = new SimulatedNode("z");
    alone.cluster.node("s").views.put("z", other.view(KnownServer.Health.FAILED));

    MigrationReport report = alone.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("such as z:1", "may belong to another cluster");
    assertThat(alone.cluster.told()).isEmpty();
  }

  @Test
  void aReplicaIsNoPrimaryToMigrateAndAnOwnerIsNoEmptyServer() {
    MigrationReport report = world.migrate("d", OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(report.reasons()).anyMatch(r -> r.contains("d:1 (d) is a replica of b now"));

    cluster.node("s").owns(List.of(new HashSlotSpan(30, 39)), 9);
    assertThat(world.migrate(OldPrimary.KEEP).reasons())
        .anyMatch(r -> r.contains("s:1 (s) owns hash slots"));
  }

  @Test
  void aSecondMigrationWaitsForTheRecoveryOfTheFirst() {
    killAt("s replicates a");

    assertThatThrownBy(() -> world.migrate(OldPrimary.KEEP))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a:1 (a) to s:1 was interrupted in phase REPLICATING");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortBeforeThePromotionMakesTheNewServerEmptyAgain(boolean member) {
    MigrationWorld aborted = new MigrationWorld(member);
    at(aborted.cluster, "s replicates a", c -> aborted.control.abort());

    MigrationReport report = aborted.migrate(OldPrimary.RETIRE);

    assertThat(report.end()).as("%s", report).isEqualTo(MigrationEnd.TAKEN_BACK);
    assertThat(report.reasons()).contains("aborted in phase REPLICATING");
    SimulatedNode server = aborted.cluster.node("s");
    assertThat(server.data).isEmpty();
    assertThat(server.primaryId).isEmpty();
    assertThat(server.views.containsKey("a")).isEqualTo(member);
    assertThat(aborted.cluster.node("a").views.containsKey("s")).isFalse();
    assertThat(aborted.cluster.node("a").views.containsKey(server.id())).isEqualTo(member);
    assertThat(aborted.cluster.node("a").data).containsAll(aborted.cluster.acknowledged());
    assertThat(aborted.journal.open()).isEmpty();
  }

  @Test
  void anAbortBeforeTheFirstCommandLeavesEverythingAsItWas() {
    world.control.abort();

    assertThat(world.migrate(OldPrimary.KEEP).end()).isEqualTo(MigrationEnd.STOPPED);
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void anAbortThatComesTooLateKeepsTheFormerPrimary() {
    at(cluster, "s fails over", c -> world.control.abort());

    MigrationReport report = world.migrate(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(report.retired()).isFalse();
    assertThat(report.reasons())
        .anyMatch(r -> r.contains("aborted after the promotion: a:1 stays"));
    assertThat(cluster.node("a").primaryId).isEqualTo("s");
  }

  @Test
  void aPauseHoldsBackTheFailOverAndItsTimeDoesNotCount() throws InterruptedException {
    at(cluster, "s replicates a", c -> world.control.pause());
    Thread thread = new Thread(() -> world.migrate(OldPrimary.KEEP));
    thread.start();
    try {
      while (!world.control.isResting()) {
        Thread.onSpinWait();
      }
      assertThat(cluster.told()).containsExactly("s replicates a");
    } finally {
      world.control.resume();
      thread.join();
    }

    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
  }

  @Test
  void whoLeavesAMigrationLeavesItAsItIsForARecovery() {
    at(cluster, "s replicates a", c -> world.control.leave());

    MigrationReport report = world.migrate(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .containsExactly(
            "in phase REPLICATING, the coordinator ends, and its successor recovers it");
    assertThat(cluster.node("s").primaryId).isEqualTo("a");
    assertThat(cluster.told()).containsExactly("s replicates a");
    assertThat(world.recover(RecoveryPolicy.FINISH).end()).isEqualTo(MigrationEnd.COMPLETED);
  }

  @Test
  void whatHasMigratedIsKnownByItsServer() {
    Migration migration =
        new Migration(
            "a", new SpareServer(cluster.node("s").address, "n"), MigrationReason.NO_SUBTASK);
    List<HashSlotSpan> hashSlots = List.of(new HashSlotSpan(0, 9));
    assertThat(world.migrator().isMigrated(migration, hashSlots)).isFalse();

    world.migrate(OldPrimary.RETIRE);

    assertThat(world.migrator().isMigrated(migration, hashSlots)).isTrue();
    assertThat(world.migrator().isMigrated(migration, List.of(new HashSlotSpan(0, 10)))).isFalse();
  }

  @Test
  void aFailOverThatGetsNoVotesIsTriedAgainButNotForever() {
    cluster.votes(false);

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("FAILING_OVER", "s:1 received 2 orders to replace a:1", "10000 ms");
    cluster.votes(true);
    assertThat(world.recover(RecoveryPolicy.FINISH).end()).isEqualTo(MigrationEnd.COMPLETED);
  }

  @Test
  void aReplicaThatDoesNotCatchUpIsNamedWithItsPhaseAndTheLimit() {
    at(cluster, "s replicates a", c -> c.node("s").ticksToSync = 1000);

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("in phase REPLICATING", "20000 ms", "s:1 (s) still copies the data of a:1");
    assertThat(world.control.progress().phase()).startsWith("REPLICATING: s:1 (s) still copies");
    assertThat(world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED).end())
        .isEqualTo(MigrationEnd.TAKEN_BACK);
  }

  @Test
  void aFailOverBySomebodyElseStopsTheMigrationWithATrueRecord() {
    cluster.node("d").replicates("a");
    cluster.tick();
    cluster.tick();
    cluster.tick();
    at(cluster, "s replicates a", c -> c.promote("d"));

    MigrationReport report = world.migrate(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("a:1 (a) is a replica of d now", "UNDO_IF_NOT_PROMOTED");
    assertThat(report.open()).map(OpenMigration::phase).contains(MigrationPhase.REPLICATING);
    assertThat(world.recover(RecoveryPolicy.FINISH).end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED).end())
        .isEqualTo(MigrationEnd.TAKEN_BACK);
    assertThat(cluster.node("d").data).containsAll(cluster.acknowledged());
  }

  @Test
  void anotherEpochAndOtherHashSlotsStopTheMigration() {
    at(cluster, "s replicates a", c -> c.node("a").epoch = 17);
    assertThat(world.migrate(OldPrimary.KEEP).reasons())
        .singleElement()
        .asString()
        .contains("with epoch 17 now, not 1");

    MigrationWorld other = new MigrationWorld(true);
    at(
        other.cluster,
        "s replicates a",
        c -> c.node("a").hashSlots = List.of(new HashSlotSpan(0, 8)));
    assertThat(other.migrate(OldPrimary.KEEP).reasons())
        .singleElement()
        .asString()
        .contains("owns the hash slots 0-8 now, not 0-9");
  }

  @Test
  void aPrimaryIsNotRetiredWhileAMemberIsSilent() {
    at(cluster, "s fails over", c -> c.node("d").alive = false);

    MigrationReport report = world.migrate(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("in phase PROMOTED", "d:1 does not answer", "FINISH_AND_KEEP");
    MigrationReport recovery = world.recover(RecoveryPolicy.FINISH_AND_KEEP);
    assertThat(recovery.end()).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(recovery.retired()).isFalse();
    assertThat(recovery.reasons()).anyMatch(r -> r.contains("d:1 does not answer"));
  }

  @Test
  void aReplicaIsNotResetWhileItMayHoldTheLastCopy() {
    killAt("s fails over");
    cluster.node("s").failingOver = false;
    cluster.node("a").alive = false;

    MigrationReport recovery = world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED);

    assertThat(recovery.end()).isEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(recovery.reasons())
        .singleElement()
        .asString()
        .contains("primary SILENT, new server REPLICA", "a:1 does not answer");
    assertThat(cluster.told()).doesNotContain("s is reset");
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void anUndoWaitsUntilAPromotionThatMayBeUnderWayHasCome() {
    killAt("s fails over");

    MigrationReport recovery = world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(MigrationEnd.COMPLETED);
    assertThat(cluster.told()).doesNotContain("s is reset");
  }

  @Test
  void aNewServerThatHasFailedIsForgotten() {
    killAt("s replicates a");
    cluster.node("s").alive = false;

    MigrationReport recovery = world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(MigrationEnd.TAKEN_BACK);
    assertThat(recovery.reasons()).anyMatch(r -> r.contains("delete its nodes.conf"));
    assertThat(cluster.node("a").views).doesNotContainKey("s");
  }

  @ParameterizedTest
  @EnumSource
  void thereIsNothingToRecoverWithoutAJournal(RecoveryPolicy policy) {
    assertThat(world.recover(policy).end()).isEqualTo(MigrationEnd.NOTHING_OPEN);
  }

  /** Ends the migrator when a command has been carried out. */
  private void killAt(String command) {
    at(
        cluster,
        command,
        c -> {
          throw new SimulatedCluster.Killed();
        });
    assertThatThrownBy(() -> world.migrate(OldPrimary.KEEP))
        .isInstanceOf(SimulatedCluster.Killed.class);
  }

  /** Once, when a command has been carried out. */
  private static void at(
      SimulatedCluster cluster, String command, Consumer<SimulatedCluster> event) {
    int[] seen = {0};
    cluster.happens(
        now -> {
          if (now.equals(command) && ++seen[0] == 2) {
            cluster.happens(other -> {});
            event.accept(cluster);
          }
        });
  }

  private static Optional<ServerMemory> memory(long used, long data, OptionalLong most) {
    return Optional.of(new ServerMemory(used, data, most));
  }
}
