package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.ReplacementStatus.Action;
import io.amoeba.coordinator.changes.failover.ReplacementStatus.Former;
import io.amoeba.coordinator.changes.failover.ReplacementStatus.NewServer;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacementStatusTest {

  @ParameterizedTest
  @CsvSource({
    "JOINING, OWNER, EMPTY, JOIN, ROLL_BACK",
    "REPLICATING, OWNER, EMPTY, JOIN, ROLL_BACK",
    "REPLICATING, OWNER, REPLICA, REPLICATE, ROLL_BACK",
    "FAILING_OVER, OWNER, REPLICA, FAIL_OVER, ROLL_BACK_LATER",
    "FAILING_OVER, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
    "FAILING_OVER, SILENT, OWNER, PROMOTED, PROMOTED",
    "REPLICATING, SILENT, REPLICA, LEAVE, LEAVE",
    "REPLICATING, OTHER, REPLICA_OF_THIRD, LEAVE, ROLL_BACK",
    "REPLICATING, OTHER, LOST_REPLICA, LEAVE, LEAVE",
    "REPLICATING, OWNER, SILENT, LEAVE, LEAVE",
    "REPLICATING, OWNER, FOREIGN, LEAVE, LEAVE",
    "REPLICATING, OWNER, ANOTHER, LEAVE, ROLL_BACK",
    "PROMOTED, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
    "PROMOTED, OWNER, REPLICA, LEAVE, LEAVE",
    "DECOMMISSIONING, REPLICA_OF_NEW, OWNER, DECOMMISSION, DECOMMISSION",
    "DECOMMISSIONING, SILENT, OWNER, DECOMMISSION, DECOMMISSION",
    "ROLLING_BACK, OWNER, REPLICA, ROLL_BACK, ROLL_BACK",
    "ROLLING_BACK, REPLICA_OF_NEW, OWNER, PROMOTED, PROMOTED",
  })
  void whatFollowsIsDecidedByPhaseAndBothServers(
      ReplacementPhase phase, Former former, NewServer server, Action forward, Action back) {
    ReplacementStatus status = new ReplacementStatus(phase, former, server, /* failed= */ false);

    assertThat(status.forward()).isEqualTo(forward);
    assertThat(status.back()).isEqualTo(back);
  }

  @Test
  void aPromotedServerIsNeverRolledBackAndAReplicaOnlyWhileItsPrimaryAnswers() {
    forAll(
        (status, step) -> {
          if (status.server() == NewServer.OWNER) {
            assertThat(step).as("%s", status).isIn(Action.PROMOTED, Action.DECOMMISSION);
          }
          if (step == Action.ROLL_BACK || step == Action.ROLL_BACK_LATER) {
            assertThat(status.server())
                .isNotIn(NewServer.OWNER, NewServer.FOREIGN, NewServer.LOST_REPLICA);
            if (status.server() == NewServer.REPLICA) {
              assertThat(status.former()).as("%s", status).isEqualTo(Former.OWNER);
            }
          }
        });
  }

  @Test
  void onlyAServerThatHasFailedForAllIsForgottenWithoutAReset() {
    forAll(
        (status, step) -> {
          if (status.server() == NewServer.SILENT) {
            Set<Action> allowed =
                status.failed() && status.former() == Former.OWNER
                    ? Set.of(Action.LEAVE, Action.ROLL_BACK)
                    : Set.of(Action.LEAVE);
            assertThat(allowed).as("%s", status).contains(step);
          }
        });
  }

  private static void forAll(BiConsumer<ReplacementStatus, Action> check) {
    for (ReplacementPhase phase : ReplacementPhase.values()) {
      for (Former former : Former.values()) {
        for (NewServer server : NewServer.values()) {
          for (boolean failed : new boolean[] {true, false}) {
            ReplacementStatus status = new ReplacementStatus(phase, former, server, failed);
            check.accept(status, status.forward());
            check.accept(status, status.back());
          }
        }
      }
    }
  }
}
