package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JoinWatchTest {
  private static final String LOG =
      """
      12:00:00.000 INFO  [join] JoinLog: Incremental join: step 1 of 4, epoch 1: ANNOUNCED, waiting for [x]; 0 of 16 tokens done
      12:00:05.000 INFO  [join] JoinLog: Incremental join: step 1 of 4, epoch 2: STREAMING; 0 of 16 tokens done
      12:00:09.000 INFO  [join] JoinLog: Incremental join: step 2 of 4, epoch 3: CONFIRMING; 4 of 16 tokens done
      """;

  @Test
  void phaseOfTheStepItselfIsSeen() {
    assertThat(JoinWatch.reached(LOG, new JoinPoint(1, "STREAMING"))).isTrue();
  }

  @Test
  void samePhaseOfALaterStepWillDo() {
    assertThat(JoinWatch.reached(LOG, new JoinPoint(1, "CONFIRMING"))).isTrue();
  }

  @Test
  void phaseOfAnEarlierStepWillNotDo() {
    assertThat(JoinWatch.reached(LOG, new JoinPoint(2, "STREAMING"))).isFalse();
  }

  @Test
  void aStepThatStreamsAheadHasNotDoneTheOnesBeforeIt() {
    String ahead =
        "Incremental join: step 2 of 4, epoch 2: STREAMING; ahead of step 1; from [127.0.2.1:7000]";

    assertThat(JoinWatch.reached(ahead, new JoinPoint(2, "STREAMING"))).isFalse();
  }

  @Test
  void otherPhasesAreNotTakenForIt() {
    assertThat(JoinWatch.reached(LOG, new JoinPoint(1, "SETTLING"))).isFalse();
    assertThat(JoinWatch.reached("", new JoinPoint(1, "STREAMING"))).isFalse();
  }
}
