package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.ReplacementWorld.End;
import io.amoeba.coordinator.changes.failover.ReplacementWorld.Report;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacePrimaryOperationTest {

  private final ReplacementWorld world = new ReplacementWorld(true);
  private final SimulatedCluster cluster = world.cluster;

  @Test
  void aMemberBecomesAReplicaIsPromotedAndTheFormerPrimaryIsKept() {
    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report).isEqualTo(new Report(End.COMPLETED, false, Optional.empty(), List.of()));
    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
    assertThat(world.phases)
        .containsExactly(
            ReplacementPhase.JOINING,
            ReplacementPhase.REPLICATING,
            ReplacementPhase.FAILING_OVER,
            ReplacementPhase.PROMOTED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
    assertThat(cluster.node("a").primaryId).isEqualTo("s");
  }

  @Test
  void aServerThatIsNoMemberJoinsAndADecommissionedPrimaryIsResetBeforeItIsForgotten() {
    ReplacementWorld alone = new ReplacementWorld(false);

    Report report = alone.replace(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.decommissioned()).isTrue();
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
    world.differences =
        List.of(Problem.error("SERVER_DIFFERS", "s", "it has no ACL user 'job'", ""));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).containsExactly("s: it has no ACL user 'job'");
    assertThat(cluster.told()).isEmpty();
    assertThat(world.phases).isEmpty();
  }

  @Test
  void theIntentionIsKeptBeforeTheFirstCommand() {
    world
        .coordinator()
        .journal()
        .beforeWrite(
            state -> {
              throw new UncheckedIOException("could not be written", new IOException("disk full"));
            });

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("could not be written");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void whatKeepsAReplacementFromBeginningIsNamedAllAtOnce() {
    cluster.node("s").data.add(7);
    cluster.node("a").openHashSlots = 2;
    cluster.node("c").alive = false;

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .anyMatch(r -> r.contains("s:1 (s) holds 1 keys, which would be lost"))
        .anyMatch(r -> r.contains("a:1 (a) has 2 open hash slots"))
        .anyMatch(r -> r.contains("c:1 does not answer (connection refused)"));
    assertThat(cluster.told()).isEmpty();
    assertThat(world.open()).isEmpty();
  }

  @Test
  void aServerWithoutTheMemoryForWhatThePrimaryHoldsIsRefused() {
    cluster.node("a").memory = memory(900, 800, OptionalLong.empty());
    cluster.node("s").memory = memory(300, 0, OptionalLong.of(1_000));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .containsExactly(
            "s:1 (s) may use 700 bytes more, and the keys of a:1 (a) take 800. Raise its maxmemory, or choose another server");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void aReplicaBeyondItsLimitIsNotPromotedBeforeThatIsRaised() {
    cluster.node("a").memory = memory(900, 800, OptionalLong.of(2_000));
    world.at(
        "s replicates a", now -> now.node("s").memory = memory(901, 800, OptionalLong.of(900)));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("s:1 (s) uses 901 bytes, and may use 900 as a primary: raise its maxmemory");
    assertThat(cluster.told()).containsExactly("s replicates a");

    cluster.node("s").memory = memory(901, 800, OptionalLong.of(901));
    assertThat(world.goOn().end()).isEqualTo(End.COMPLETED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  /** If it ended before, it would start again without what it has copied. */
  @Test
  void aServerIsNotPromotedBeforeItsAppendOnlyFileHasWhatItHasCopied() {
    world.at("s replicates a", now -> now.node("s").begins(UpkeepKind.REWRITE, 1_000));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("s:1 (s) rewrites its append-only file");
    assertThat(cluster.told()).containsExactly("s replicates a");

    cluster.node("s").begins(UpkeepKind.REWRITE, 1);
    assertThat(world.goOn().end()).isEqualTo(End.COMPLETED);
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void aPrimaryAtItsLimitIsReplacedByAServerWithTheSame() {
    cluster.node("a").memory = memory(1_000, 900, OptionalLong.of(1_000));
    cluster.node("s").memory = memory(1_001, 0, OptionalLong.of(1_000));

    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.COMPLETED);
  }

  @Test
  void aServerOfAnotherClusterDoesNotJoin() {
    ReplacementWorld alone = new ReplacementWorld(false);
    SimulatedNode other = new SimulatedNode("z", () -> 0);
    alone.cluster.node("s").views.put("z", other.view("fail"));

    Report report = alone.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("such as z:1", "may belong to another cluster");
    assertThat(alone.cluster.told()).isEmpty();
  }

  @Test
  void aReplicaIsNoPrimaryToReplaceAndAnOwnerIsNoEmptyServer() {
    Report report = world.replace("d", OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).anyMatch(r -> r.contains("d:1 (d) is a replica of b now"));

    cluster.node("s").owns(List.of(new HashSlotSpan(30, 39)), 9);
    assertThat(world.replace(OldPrimary.KEEP).reasons())
        .anyMatch(r -> r.contains("s:1 (s) owns hash slots"));
  }

  @Test
  void whatIsHalfDoneIsNamedWithItsPhase() {
    world.killAt("s replicates a");

    assertThat(world.operation().halfDone(world.coordinator().open().orElseThrow()).message())
        .isEqualTo("the replacement of primary a:1 (a) by s:1 is half done, in phase REPLICATING");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortBeforeThePromotionMakesTheNewServerEmptyAgain(boolean member) {
    ReplacementWorld aborted = new ReplacementWorld(member);
    aborted.at("s replicates a", c -> aborted.coordinator().abort());

    Report report = aborted.replace(OldPrimary.RETIRE);

    assertThat(report.end()).as("%s", report).isEqualTo(End.ROLLED_BACK);
    assertThat(report.reasons()).contains("aborted in phase REPLICATING");
    SimulatedNode server = aborted.cluster.node("s");
    assertThat(server.data).isEmpty();
    assertThat(server.primaryId).isEmpty();
    assertThat(server.views.containsKey("a")).isEqualTo(member);
    assertThat(aborted.cluster.node("a").views.containsKey("s")).isFalse();
    assertThat(aborted.cluster.node("a").views.containsKey(server.id())).isEqualTo(member);
    assertThat(aborted.cluster.node("a").data).containsAll(aborted.cluster.acknowledged());
    assertThat(aborted.open()).isEmpty();
  }

  @Test
  void anAbortBeforeTheFirstCommandLeavesEverythingAsItWas() {
    world.coordinator().abort();

    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.STOPPED);
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void anAbortThatComesTooLateKeepsTheFormerPrimary() {
    world.at("s fails over", c -> world.coordinator().abort());

    Report report = world.replace(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.decommissioned()).isFalse();
    assertThat(report.reasons())
        .anyMatch(r -> r.contains("aborted after the promotion: a:1 stays"));
    assertThat(cluster.node("a").primaryId).isEqualTo("s");
  }

  @Test
  void aPauseHoldsBackTheFailOverAndItsTimeDoesNotCount() throws InterruptedException {
    world.at("s replicates a", c -> world.coordinator().rest());
    Thread thread = new Thread(() -> world.replace(OldPrimary.KEEP));
    thread.start();
    try {
      while (!world.coordinator().isResting()) {
        Thread.onSpinWait();
      }
      assertThat(cluster.told()).containsExactly("s replicates a");
    } finally {
      world.coordinator().resume();
      thread.join();
    }

    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
  }

  @Test
  void aCoordinatorThatStopsLeavesTheCopyToItsSuccessor() {
    world.at("s replicates a", c -> world.coordinator().stop());

    Report report = world.replace(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.open()).map(OpenReplacement::phase).contains(ReplacementPhase.REPLICATING);
    assertThat(cluster.node("s").primaryId).isEqualTo("a");
    assertThat(cluster.told()).containsExactly("s replicates a");
    assertThat(world.goOn().end()).isEqualTo(End.COMPLETED);
  }

  @Test
  void whatWasReplacedIsKnownByItsServer() {
    assertThat(isReplaced(0, 9)).isFalse();

    world.replace(OldPrimary.RETIRE);

    assertThat(isReplaced(0, 9)).isTrue();
    assertThat(isReplaced(0, 10)).isFalse();
    int told = cluster.told().size();
    assertThat(world.replace(OldPrimary.RETIRE).end()).isEqualTo(End.COMPLETED);
    assertThat(cluster.told()).as("not replaced again").hasSize(told);
  }

  private boolean isReplaced(int from, int to) {
    ServerAddress server = cluster.node("s").address;
    return Preconditions.isReplaced(
        cluster.look(Set.of(server)),
        new PrimaryReplacements.Planned(
            "a", cluster.node("a").address, server, List.of(new HashSlotSpan(from, to))));
  }

  @Test
  void aFailOverThatGetsNoVotesIsTriedAgainButNotForever() {
    cluster.votes(false);

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("FAILING_OVER", "s:1 received 2 orders to replace a:1", "10000 ms");
    cluster.votes(true);
    assertThat(world.goOn().end()).isEqualTo(End.COMPLETED);
  }

  @Test
  void aReplicaThatDoesNotCatchUpIsNamedWithItsPhaseAndTheLimit() throws InterruptedException {
    world.at("s replicates a", c -> c.node("s").ticksToSync = 1000);

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("in phase REPLICATING", "20000 ms", "s:1 (s) still copies the data of a:1");
    assertThat(saidByNextStep())
        .anyMatch(text -> text.startsWith("a:1 -> s:1, REPLICATING: s:1 (s) still copies"));
    assertThat(world.undo().end()).isEqualTo(End.ROLLED_BACK);
  }

  @Test
  void replicaThatIsLeftWithTheFormerPrimaryIsToldToFollowTheNewOne() {
    replicateTheFirstPrimary("d");
    cluster.leavesReplicas();

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over", "d replicates s");
    assertThat(cluster.node("d").primaryId).isEqualTo("s");
  }

  @Test
  void replicaThatFollowsTheNewPrimaryOnItsOwnReceivesNoCommand() {
    replicateTheFirstPrimary("d");

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
    assertThat(cluster.node("d").primaryId).isEqualTo("s");
  }

  private void replicateTheFirstPrimary(String replica) {
    cluster.node(replica).replicates("a");
    cluster.tick();
    cluster.tick();
    cluster.tick();
  }

  @Test
  void aFailOverBySomebodyElseStopsTheReplacementWithATrueRecord() {
    replicateTheFirstPrimary("d");
    world.at("s replicates a", c -> c.promote("d"));

    Report report = world.replace(OldPrimary.KEEP);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("a:1 (a) is a replica of d now", "ends the change");
    assertThat(report.open()).map(OpenReplacement::phase).contains(ReplacementPhase.REPLICATING);
    assertThat(world.goOn().end()).isEqualTo(End.INTERRUPTED);
    assertThat(world.undo().end()).isEqualTo(End.ROLLED_BACK);
    assertThat(cluster.node("d").data).containsAll(cluster.acknowledged());
  }

  @Test
  void anotherEpochAndOtherHashSlotsStopTheReplacement() {
    world.at("s replicates a", c -> c.node("a").epoch = 17);
    assertThat(world.replace(OldPrimary.KEEP).reasons())
        .singleElement()
        .asString()
        .contains("with epoch 17 now, not 1");

    ReplacementWorld other = new ReplacementWorld(true);
    other.at("s replicates a", c -> c.node("a").hashSlots = List.of(new HashSlotSpan(0, 8)));
    assertThat(other.replace(OldPrimary.KEEP).reasons())
        .singleElement()
        .asString()
        .contains("owns the hash slots 0-8 now, not 0-9");
  }

  @Test
  void aPrimaryIsNotDecommissionedWhileAMemberIsSilent() {
    world.at("s fails over", c -> c.node("d").alive = false);

    Report report = world.replace(OldPrimary.RETIRE);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains(
            "in phase PROMOTED", "d:1 does not answer", "The former primary stays as a replica");
    Report recovery = world.undo();
    assertThat(recovery.end()).isEqualTo(End.COMPLETED);
    assertThat(recovery.decommissioned()).isFalse();
    assertThat(recovery.reasons()).anyMatch(r -> r.contains("d:1 does not answer"));
  }

  @Test
  void aReplicaIsNotResetWhileItMayHoldTheLastCopy() {
    world.killAt("s fails over");
    cluster.node("s").failingOver = false;
    cluster.node("a").alive = false;

    Report recovery = world.undo();

    assertThat(recovery.end()).isEqualTo(End.INTERRUPTED);
    assertThat(recovery.reasons())
        .singleElement()
        .asString()
        .contains("primary SILENT, new server REPLICA", "a:1 does not answer");
    assertThat(cluster.told()).doesNotContain("s is reset");
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
  }

  @Test
  void anUndoWaitsUntilAPromotionThatMayBeUnderWayHasCome() {
    world.killAt("s fails over");

    Report recovery = world.undo();

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
    assertThat(cluster.told()).doesNotContain("s is reset");
  }

  @Test
  void aNewServerThatHasFailedIsForgotten() {
    world.killAt("s replicates a");
    cluster.node("s").alive = false;

    Report recovery = world.undo();

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.ROLLED_BACK);
    assertThat(recovery.reasons()).anyMatch(r -> r.contains("delete its nodes.conf"));
    assertThat(cluster.node("a").views).doesNotContainKey("s");
  }

  @Test
  void thereIsNothingToRecoverWithoutAJournal() {
    assertThat(world.goOn().end()).isEqualTo(End.NOTHING_OPEN);
    assertThat(world.undo().end()).isEqualTo(End.NOTHING_OPEN);
  }

  private List<String> saidByNextStep() throws InterruptedException {
    List<String> said = new ArrayList<>();
    StepControl control =
        new StepControl() {
          @Override
          public void safePoint() {}

          @Override
          public boolean isPaused() {
            return false;
          }

          @Override
          public boolean isAborted() {
            return false;
          }

          @Override
          public boolean isStopping() {
            return false;
          }

          @Override
          public void says(String text) {
            said.add(text);
          }

          @Override
          public void write(Record state) {}
        };
    var unused = world.operation().step(world.coordinator().open().orElseThrow(), control);
    return said;
  }

  private static Optional<ServerMemory> memory(long used, long data, OptionalLong most) {
    return Optional.of(new ServerMemory(used, data, most));
  }
}
