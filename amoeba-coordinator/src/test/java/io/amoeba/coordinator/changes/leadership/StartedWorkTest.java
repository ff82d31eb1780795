package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.StartedWork.State;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StartedWorkTest {

  private final SimulatedCluster cluster = new SimulatedCluster(true);
  private final SimulatedNode node = cluster.node("d");
  private final StartedWork before = StartedWork.before(server());

  @ParameterizedTest
  @EnumSource(names = {"SAVE", "REWRITE"})
  void workThatWasToldRunsAndIsDone(UpkeepKind kind) {
    node.begins(kind, 1);
    assertThat(of(kind, before.answered())).isEqualTo(State.RUNNING);

    cluster.tick();
    assertThat(of(kind, before.answered())).isEqualTo(State.DONE);
  }

  @Test
  void whatWasNotAnsweredIsNotBegunUnlessItRuns() {
    assertThat(of(UpkeepKind.SAVE, before)).isEqualTo(State.NOT_BEGUN);

    node.begins(UpkeepKind.SAVE, 1);
    assertThat(of(UpkeepKind.SAVE, before)).isEqualTo(State.RUNNING);
  }

  @ParameterizedTest
  @EnumSource(names = {"SAVE", "REWRITE"})
  void aFullDiskIsAFailure(UpkeepKind kind) {
    node.diskFull = true;
    node.begins(kind, 1);
    cluster.tick();

    assertThat(of(kind, before.answered())).isEqualTo(State.FAILED);
  }

  @Test
  void aSaveThatEndedBeforeDoesNotCount() {
    assertThat(of(UpkeepKind.SAVE, before.answered())).isEqualTo(State.LOST);
  }

  @Test
  void workEndsWithItsProcess() {
    node.begins(UpkeepKind.REWRITE, 5);
    node.restart();

    assertThat(of(UpkeepKind.REWRITE, before.answered())).isEqualTo(State.LOST);
  }

  private State of(UpkeepKind kind, StartedWork work) {
    return work.state(kind, server());
  }

  private ServerView server() {
    return cluster.look(Set.of()).server("d").orElseThrow();
  }
}
