package io.amoeba.shift.protocol.turns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartRuleTest {

  private static final PostponeBounds BOUNDS = new PostponeBounds(60_000, 20, 24, 16, 30);
  private static final TableLoad IDLE = new TableLoad(0, 4, 0, 80);

  private static StartDecision decide(TableLoad load, long postponedMillis) {
    return StartRule.decide(BOUNDS, load, postponedMillis, Turn.OTHER, true);
  }

  private static StartDecision decide(Turn turn, boolean replicaCompacts) {
    return StartRule.decide(BOUNDS, IDLE, 0, turn, replicaCompacts);
  }

  @Test
  void aCompactionStartsInItsTurnWhileNoOtherReplicaCompacts() {
    assertThat(decide(Turn.OWN, false)).isEqualTo(StartDecision.IN_TURN);
    assertThat(decide(Turn.OTHER, false)).isEqualTo(StartDecision.OTHER_TURN);
    assertThat(decide(Turn.OWN, true)).isEqualTo(StartDecision.OTHER_REPLICA);
    assertThat(StartDecision.IN_TURN.starts()).isTrue();
    assertThat(StartDecision.OTHER_TURN.starts()).isFalse();
    assertThat(StartDecision.OTHER_REPLICA.starts()).isFalse();
  }

  @Test
  void whereRacksTakeNoTurnsItStartsWhileNoOtherReplicaCompacts() {
    assertThat(decide(Turn.NONE, false)).isEqualTo(StartDecision.WITHOUT_TURN);
    assertThat(decide(Turn.NONE, true)).isEqualTo(StartDecision.OTHER_REPLICA);
    assertThat(StartDecision.WITHOUT_TURN.starts()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "20, 24, 16, 30, 59999, OTHER_TURN",
    "21, 24, 16, 30, 59999, PENDING_BOUND",
    "20, 25, 16, 30, 59999, SSTABLES_BOUND",
    "20, 24, 17, 30, 59999, LEVEL0_BOUND",
    "20, 24, 16, 29, 59999, DISK_BOUND",
    "20, 24, 16, 30, 60000, TIME_BOUND",
    "99, 99, 99, 0, 60000, TIME_BOUND"
  })
  void eachBoundOutweighsTheTurn(
      int pending, int sstables, int level0, int free, long postponed, StartDecision decision) {
    StartDecision found = decide(new TableLoad(pending, sstables, level0, free), postponed);

    assertThat(found).isEqualTo(decision);
    assertThat(found.starts()).isEqualTo(decision != StartDecision.OTHER_TURN);
  }
}
