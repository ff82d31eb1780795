package io.amoeba.coordinator.execute.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.migration.Standing.New;
import io.amoeba.coordinator.execute.migration.Standing.Old;
import io.amoeba.coordinator.execute.migration.Standing.Step;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {

  @ParameterizedTest
  @CsvSource({
    "MEETING, OWNER, EMPTY, MEET, TAKE_BACK",
    "REPLICATING, OWNER, EMPTY, MEET, TAKE_BACK",
    "REPLICATING, OWNER, REPLICA, REPLICATE, TAKE_BACK",
    "FAILING_OVER, OWNER, REPLICA, FAIL_OVER, TAKE_BACK_LATER",
    "FAILING_OVER, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
    "FAILING_OVER, SILENT, OWNER, PROMOTED, PROMOTED",
    "REPLICATING, SILENT, REPLICA, LEAVE, LEAVE",
    "REPLICATING, OTHER, REPLICA_OF_THIRD, LEAVE, TAKE_BACK",
    "REPLICATING, OTHER, LOST_REPLICA, LEAVE, LEAVE",
    "REPLICATING, OWNER, SILENT, LEAVE, LEAVE",
    "REPLICATING, OWNER, FOREIGN, LEAVE, LEAVE",
    "REPLICATING, OWNER, ANOTHER, LEAVE, TAKE_BACK",
    "PROMOTED, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
    "PROMOTED, OWNER, REPLICA, LEAVE, LEAVE",
    "RETIRING, REPLICA_OF_NEW, OWNER, RETIRE, RETIRE",
    "RETIRING, SILENT, OWNER, RETIRE, RETIRE",
    "TAKING_BACK, OWNER, REPLICA, TAKE_BACK, TAKE_BACK",
    "TAKING_BACK, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
  })
  void whatFollowsIsDecidedByPhaseAndBothServers(
      MigrationPhase phase, Old old, New server, Step finish, Step undo) {
    Standing standing = new Standing(phase, old, server, /* failed= */ false);

    assertThat(standing.next(RecoveryPolicy.FINISH)).isEqualTo(finish);
    assertThat(standing.next(RecoveryPolicy.FINISH_AND_KEEP)).isEqualTo(finish);
    assertThat(standing.next(RecoveryPolicy.UNDO_IF_NOT_PROMOTED)).isEqualTo(undo);
  }

  @Test
  void aPromotedServerIsNeverTakenBackAndAReplicaOnlyWhileItsPrimaryAnswers() {
    forAll(
        (standing, step) -> {
          if (standing.server() == New.OWNER) {
            assertThat(step).as("%s", standing).isIn(Step.PROMOTED, Step.RETIRE);
          }
          if (step == Step.TAKE_BACK || step == Step.TAKE_BACK_LATER) {
            assertThat(standing.server()).isNotIn(New.OWNER, New.FOREIGN, New.LOST_REPLICA);
            if (standing.server() == New.REPLICA) {
              assertThat(standing.old()).as("%s", standing).isEqualTo(Old.OWNER);
            }
          }
        });
  }

  @Test
  void onlyAServerThatHasFailedForAllIsForgottenWithoutAReset() {
    forAll(
        (standing, step) -> {
          if (standing.server() == New.SILENT) {
            Set<Step> allowed =
                standing.failed() && standing.old() == Old.OWNER
                    ? Set.of(Step.LEAVE, Step.TAKE_BACK)
                    : Set.of(Step.LEAVE);
            assertThat(allowed).as("%s", standing).contains(step);
          }
        });
  }

  private static void forAll(BiConsumer<Standing, Step> check) {
    for (MigrationPhase phase : MigrationPhase.values()) {
      for (Old old : Old.values()) {
        for (New server : New.values()) {
          for (boolean failed : new boolean[] {true, false}) {
            for (RecoveryPolicy policy : RecoveryPolicy.values()) {
              Standing standing = new Standing(phase, old, server, failed);
              check.accept(standing, standing.next(policy));
            }
          }
        }
      }
    }
  }
}
