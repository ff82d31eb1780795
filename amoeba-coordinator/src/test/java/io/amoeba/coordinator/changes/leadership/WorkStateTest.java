package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkStateTest {

  private final SimulatedCluster cluster = new SimulatedCluster(true);
  private final SimulatedNode node = cluster.node("d");
  private final StartedWork before = StartedWork.before(server());

  @ParameterizedTest
  @EnumSource(names = {"SAVE", "REWRITE"})
  void workThatWasToldRunsAndIsDone(UpkeepKind kind) {
    node.begins(kind, 1);
    assertThat(of(kind, before.answered())).isEqualTo(WorkState.RUNNING);

    cluster.tick();
    assertThat(of(kind, before.answered())).isEqualTo(WorkState.DONE);
  }

  @Test
  void whatWasNotAnsweredIsNotBegunUnlessItRuns() {
    assertThat(of(UpkeepKind.SAVE, before)).isEqualTo(WorkState.NOT_BEGUN);

    node.begins(UpkeepKind.SAVE, 1);
    assertThat(of(UpkeepKind.SAVE, before)).isEqualTo(WorkState.RUNNING);
  }

  @ParameterizedTest
  @EnumSource(names = {"SAVE", "REWRITE"})
  void aFullDiskIsAFailure(UpkeepKind kind) {
    node.diskFull = true;
    node.begins(kind, 1);
    cluster.tick();

    assertThat(of(kind, before.answered())).isEqualTo(WorkState.FAILED);
  }

  @Test
  void aSaveThatEndedBeforeDoesNotCount() {
    assertThat(of(UpkeepKind.SAVE, before.answered())).isEqualTo(WorkState.LOST);
  }

  @Test
  void workEndsWithItsProcess() {
    node.begins(UpkeepKind.REWRITE, 5);
    node.restart();

    assertThat(of(UpkeepKind.REWRITE, before.answered())).isEqualTo(WorkState.LOST);
  }

  private WorkState of(UpkeepKind kind, StartedWork work) {
    return WorkState.of(kind, work, server());
  }

  private ServerView server() {
    return cluster.look(Set.of()).server("d").orElseThrow();
  }
}
