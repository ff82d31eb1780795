package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationDriver.Outcome;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a round does, and what ends it, each by one example. */
class LeadershipOperationTest {

  private final RoundWorld world = new RoundWorld();
  private final SimulatedCluster cluster = world.cluster;

  @ParameterizedTest
  @EnumSource(names = {"SAVE", "REWRITE"})
  void replicasWorkFirstThenTheFormerPrimaryAsAReplicaAndItLeadsAgain(RoundTask task) {
    Result<RoundsState> result = begin(world.round(task, true, true));

    String works = task == RoundTask.SAVE ? "saves" : "rewrites";
    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.told())
        .containsExactly("d " + works, "d fails over", "a " + works, "a fails over");
    assertThat(world.phases)
        .containsExactly(
            RoundPhase.CHECKING,
            RoundPhase.REPLICAS_WORKING,
            RoundPhase.LEADING_AWAY,
            RoundPhase.WORKING,
            RoundPhase.RETURNING);
    assertThat(world.leaders()).containsExactly("a");
    assertThat(result.state().ended()).isOne();
    assertThat(result.problems()).isEmpty();
    assertThat(cluster.node("a").data).containsAll(cluster.acknowledged());
    assertThat(cluster.node("d").fullCopies() + cluster.node("a").fullCopies())
        .as("the copy at the beginning")
        .isOne();
    assertThat(cluster.workedAsPrimary()).isFalse();
  }

  @Test
  void theLeadStaysWithACandidateThatIsPreferred() {
    Result<RoundsState> result = begin(world.round(RoundTask.SAVE, false, false));

    assertThat(result.outcome()).isEqualTo(Outcome.DONE);
    assertThat(cluster.told()).containsExactly("d fails over", "a saves");
    assertThat(world.leaders()).containsExactly("d");
  }

  @Test
  void withoutACandidateOnlyReplicasWork() {
    assertThat(begin(world.staying(RoundTask.SAVE)).outcome()).isEqualTo(Outcome.DONE);

    assertThat(cluster.told()).containsExactly("d saves");
  }

  @Test
  void aServerThatPeopleRestartLeadsAgainWhenTheyTakeItBack() {
    boolean[] restarted = {false};
    cluster.happens(
        command -> {
          if (world.open().filter(open -> open.phase() == RoundPhase.WORKING).isPresent()
              && !restarted[0]) {
            restarted[0] = true;
            cluster.node("a").restart();
            world.coordinator().abort();
          }
        });

    Result<RoundsState> result = begin(world.round(RoundTask.ABSENCE, false, true));

    assertThat(restarted[0]).isTrue();
    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.ABORTED);
    assertThat(result.state().isComplete()).as("it was taken back").isTrue();
    assertThat(cluster.told()).containsExactly("d fails over", "a fails over");
    assertThat(world.leaders()).containsExactly("a");
    assertThat(cluster.node("a").data).containsAll(cluster.acknowledged());
  }

  @Test
  void anAbsenceThatNobodyEndsIsOverAtItsBound() {
    long begun = cluster.now();

    Result<RoundsState> result = begin(world.round(RoundTask.ABSENCE, false, true));

    assertThat(result.outcome()).isEqualTo(Outcome.DONE);
    assertThat(cluster.now() - begun).isBetween(30L, 60L);
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void aServerThatIsNotUpWhenItIsTakenBackIsWaitedForAndThenLeftBehind() {
    during(
        RoundPhase.WORKING,
        now -> {
          now.node("a").alive = false;
          world.coordinator().abort();
        });

    Result<RoundsState> result = begin(world.round(RoundTask.ABSENCE, false, true));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.text()).contains("a:1 has failed", "d:1 leads on");
    assertThat(world.leaders()).contains("d");
    assertThat(world.open()).isEmpty();
  }

  @Test
  void aServerWhoseSaveFailedDoesNotLeadAgain() {
    cluster.node("a").diskFull = true;

    Result<RoundsState> result = save();

    assertFailed(result, "UPKEEP_WORK_FAILED");
    assertThat(world.leaders()).containsExactly("d");
    assertThat(cluster.refusedWrites()).isZero();
  }

  @Test
  void aReplicaWhoseSaveFailedDoesNotLead() {
    cluster.node("d").diskFull = true;

    Result<RoundsState> result = begin(world.round(RoundTask.SAVE, true, true));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(cluster.told()).containsExactly("d saves");
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void aServerThatSavesAlreadyIsNotToldAgain() {
    during(RoundPhase.WORKING, now -> now.save(now.node("a").address));

    Result<RoundsState> result = save();

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.told()).containsExactly("d fails over", "a saves", "a fails over");
  }

  @Test
  void aCandidateThatWorksIsWaitedFor() {
    cluster.save(cluster.node("d").address);

    Result<RoundsState> result = save();

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.workedAsPrimary()).isFalse();
  }

  @Test
  void aShardWithOpenHashSlotsIsLeftAlone() {
    cluster.node("a").openHashSlots = 2;

    Result<RoundsState> result = save();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.text()).contains("2 open hash slots");
    assertThat(cluster.told()).isEmpty();
  }

  @Test
  void aServerThatNeedsAReplicaToTakeWritesLeadsOnlyBesideAThirdOne() {
    cluster.node("d").writeGuards = new WriteGuards(Set.of(), 1);

    Result<RoundsState> alone = save();

    assertThat(alone.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(alone.text()).contains("min-replicas-to-write is 1");
    cluster.node("s").replicates("a");
    world.tick(5);
    assertThat(save().outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void aPauseLetsTheLeadReturnAndRestsBeforeTheNextRound() {
    during(RoundPhase.WORKING, now -> world.coordinator().rest());
    PlannedRound round = world.round(RoundTask.SAVE, false, true);

    Result<RoundsState> result = begin(round, round);

    assertThat(result.outcome()).isEqualTo(Outcome.RESTS);
    assertThat(result.state().ended()).isOne();
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void anAbortWaitsForTheWorkThatHasBegunAndLetsTheLeadReturn() {
    at("a saves", now -> world.coordinator().abort());

    Result<RoundsState> result = save();

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.ABORTED);
    assertThat(world.leaders()).containsExactly("a");
    assertThat(cluster.workedAsPrimary()).isFalse();
  }

  /**
   * A primary ignores the order to take over of a server that is no replica of its own by gossip.
   */
  @Test
  void theFormerPrimaryIsToldOnlyWhenTheNewOneSeesItAsItsReplica() {
    SimulatedNode leader = cluster.node("d");
    long[] heard = {Long.MAX_VALUE};
    at(
        "a saves",
        now -> {
          SimulatedNode former = now.node("a");
          String primary = former.primaryId;
          former.primaryId = "";
          leader.views.put("a", former.view());
          former.primaryId = primary;
          leader.deafTo.add("a");
          now.happens(
              command -> {
                if (now.now() > 40 && leader.deafTo.remove("a")) {
                  heard[0] = now.now();
                }
              });
        });

    Result<RoundsState> result = save();
    for (int i = 0; i < 20 && result.outcome() == Outcome.WAITS; i++) {
      assertThat(result.text()).contains("d:1 (d) does not know a:1");
      result = world.goOn().orElseThrow();
    }

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.fruitlessOrders()).isZero();
    assertThat(cluster.orders().get(1)).isGreaterThanOrEqualTo(heard[0]);
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void aFullCopyIsReported() {
    during(
        RoundPhase.WORKING,
        now -> {
          SimulatedNode former = now.node("a");
          former.replicates("d");
        });

    Result<RoundsState> result = save();

    assertThat(result.outcome()).isEqualTo(Outcome.DONE);
    assertThat(result.problems().get(0).code()).isEqualTo("LEAD_CHANGE_COPIED");
  }

  @Test
  void aFailoverBySomebodyElseEndsTheRoundWithTheLeadAsFound() {
    during(RoundPhase.WORKING, now -> now.promote("a"));

    Result<RoundsState> result = save();

    assertFailed(result, "LEAD_CHANGED_BY_OTHERS");
    assertThat(cluster.told()).doesNotContain("a fails over");
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void whenTheNewPrimaryDiesTheFormerOneTakesOverAndTheRoundEnds() {
    cluster.failsOverByItself();
    at("a saves", now -> now.node("d").alive = false);

    Result<RoundsState> result = goOnWhileItWaits(save());

    assertFailed(result, "LEAD_CHANGED_BY_OTHERS");
    assertThat(world.leaders()).containsExactly("a");
    assertThat(cluster.node("a").data).containsAll(cluster.acknowledged());
  }

  @Test
  void whenTheFormerPrimaryDiesTheNewOneLeadsOn() {
    at("a saves", now -> now.node("a").alive = false);

    Result<RoundsState> result = save();

    assertFailed(result, "LEAD_STAYS_AWAY");
    assertThat(world.leaders()).containsExactly("d");
  }

  @Test
  void whileTooFewPrimariesAnswerTheLeadStaysAndReturnsLater() {
    at(
        "a saves",
        now -> {
          now.node("b").alive = false;
          now.node("c").alive = false;
        });

    Result<RoundsState> result = save();

    assertThat(result.outcome()).isEqualTo(Outcome.WAITS);
    assertThat(cluster.fruitlessOrders()).isZero();
    cluster.node("b").alive = true;
    cluster.node("c").alive = true;
    world.tick(3);
    assertThat(world.goOn().orElseThrow().outcome()).isEqualTo(Outcome.DONE);
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void anElectionThatIsLostEndsTheRoundAfterOneOrder() {
    cluster.votes(false);

    Result<RoundsState> result = save();

    assertFailed(result, "LEAD_NOT_CHANGED");
    assertThat(cluster.fruitlessOrders()).isOne();
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void recordsFollowTheLeadAndReturnAfterIt() {
    cluster.happens(command -> assertThat(world.routing.owner(0)).isBetween(0, 1));

    Result<RoundsState> result = begin(world.followedRound());

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(result.problems()).isEmpty();
    assertThat(world.routing.published).containsExactly("hash slot 0 at 1", "hash slot 0 at 0");
    assertThat(cluster.told()).containsExactly("d fails over", "a saves", "a fails over");
    assertThat(world.phases)
        .containsExactly(
            RoundPhase.CHECKING,
            RoundPhase.REPLICAS_WORKING,
            RoundPhase.LEADING_AWAY,
            RoundPhase.FOLLOWING,
            RoundPhase.WORKING,
            RoundPhase.RETURNING,
            RoundPhase.REALIGNING);
  }

  @Test
  void theServerWorksOnlyWhenEverySubtaskFollows() {
    at("a saves", now -> assertThat(world.routing.published).containsExactly("hash slot 0 at 1"));
    boolean[] early = {false};
    world.routing.observer =
        look -> early[0] |= cluster.node("a").working.isPresent() && !look.equals("looks at maps");

    assertThat(begin(world.followedRound()).outcome()).isEqualTo(Outcome.DONE);

    assertThat(early[0]).as("a map is published while a works").isFalse();
  }

  @Test
  void whereRecordsCannotFollowTheWorkIsDoneAndThePlanSaysSo() {
    world.routing.works = false;

    Result<RoundsState> result = begin(world.followedRound());

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(result.problems())
        .extracting(Problem::code)
        .containsExactly("ROUTING_NOT_FOLLOWED", "ROUTING_NOT_REALIGNED");
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void anAbortWhileRecordsFollowLetsLeadAndRecordsReturn() {
    world.routing.observer =
        look -> {
          if (look.equals("publishes")) {
            world.routing.observer = other -> {};
            world.coordinator().abort();
          }
        };

    Result<RoundsState> result = begin(world.followedRound());

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.ABORTED);
    assertThat(cluster.told()).containsExactly("d fails over", "a fails over");
    assertThat(world.leaders()).containsExactly("a");
    assertThat(world.routing.owner(0)).isZero();
  }

  @Test
  void recordsReturnWhenTheFormerPrimaryIsElectedAgain() {
    cluster.failsOverByItself();
    at("a saves", now -> now.node("d").alive = false);

    Result<RoundsState> result = goOnWhileItWaits(begin(world.followedRound()));

    assertThat(result.problems().get(0).code()).isEqualTo("LEAD_CHANGED_BY_OTHERS");
    assertThat(world.leaders()).containsExactly("a");
    assertThat(world.routing.owner(0)).isZero();
  }

  @Test
  void aReplicaSavesForABackupAndTheLeadStays() {
    Result<RoundsState> result = begin(world.staying(RoundTask.BACKUP));

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.told()).containsExactly("d saves");
    assertThat(world.backups).containsExactly("d:1 of [a:1, d:1]");
    assertThat(world.leaders()).containsExactly("a");
  }

  @Test
  void aBackupWhoseSaveFailsCopiesNothing() {
    cluster.node("d").diskFull = true;

    Result<RoundsState> result = begin(world.staying(RoundTask.BACKUP));

    assertThat(result.problems().get(0).code()).isEqualTo("UPKEEP_WORK_FAILED");
    assertThat(world.backups).isEmpty();
  }

  @Test
  void aBackupWhoseCommandFailsFailsThePlan() {
    Problem problem = Problem.error("BACKUP_FAILED", "d:1", "it ended with exit code 3", "");
    world.backupProblem = Optional.of(problem);

    Result<RoundsState> result = begin(world.staying(RoundTask.BACKUP));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems()).containsExactly(problem);
  }

  @Test
  void aRewriteOfAServerWithoutAnAppendOnlyFileIsRefused() {
    cluster.node("a").appendOnly = false;

    Result<RoundsState> result = begin(world.round(RoundTask.REWRITE, false, true));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.text()).contains("a:1 (a) has no append-only file");
  }

  @Test
  void twoRoundsInARowRestBetweenPromotionsOfTheSameServer() {
    PlannedRound round = world.round(RoundTask.SAVE, false, true);

    Result<RoundsState> result = begin(round, round);

    assertThat(result.outcome()).as(result.text()).isEqualTo(Outcome.DONE);
    assertThat(cluster.orders()).hasSize(4);
    assertThat(cluster.orders().get(2) - cluster.orders().get(0)).isGreaterThanOrEqualTo(9);
    assertThat(cluster.orders().get(3) - cluster.orders().get(1)).isGreaterThanOrEqualTo(9);
    assertThat(cluster.fruitlessOrders()).isZero();
    assertThat(cluster.node("a").failedWorks).doesNotContain(UpkeepKind.SAVE);
  }

  private Result<RoundsState> begin(PlannedRound... rounds) {
    return world.begin(RoundWorld.plan(rounds));
  }

  /** The primary saves while d leads, and leads again. */
  private Result<RoundsState> save() {
    return begin(world.round(RoundTask.SAVE, false, true));
  }

  private Result<RoundsState> goOnWhileItWaits(Result<RoundsState> begun) {
    Result<RoundsState> result = begun;
    for (int i = 0; i < 20 && result.outcome() == Outcome.WAITS; i++) {
      world.tick(1);
      result = world.goOn().orElseThrow();
    }
    return result;
  }

  private static void assertFailed(Result<RoundsState> result, String code) {
    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems().get(0).code()).isEqualTo(code);
  }

  /** Once, when a phase has become durable. */
  private void during(RoundPhase phase, Consumer<SimulatedCluster> event) {
    cluster.happens(
        command -> {
          if (world.open().filter(open -> open.phase() == phase).isPresent()) {
            cluster.happens(other -> {});
            event.accept(cluster);
          }
        });
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
