package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.checks.StalenessJudge.Verdict;
import io.amoeba.staleness.Acknowledgements;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StalenessJudgeTest {
  private static final Duration BOUND = Duration.ofMillis(100);
  private static final int KEY = 0;

  private final Acknowledgements writes = new Acknowledgements();
  private final StalenessJudge judge = new StalenessJudge(List.of(writes), BOUND);

  private static long at(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  private void judge(int number, long millis) {
    judge.judge(KEY, number, at(millis), true);
  }

  @Test
  void newestWriteIsNeverStale() {
    writes.acknowledge(1, at(0));

    judge(1, 60_000);

    assertThat(judge.verdict().worstAge()).isZero();
  }

  @Test
  void answerAgesFromTheAcknowledgementOfTheFirstWriteThatItLacks() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));
    writes.acknowledge(3, at(1_090));

    judge(1, 1_100);
    judge(1, 1_101);

    assertThat(judge.verdict().over(BOUND)).isEqualTo(1);
    assertThat(judge.verdict().worstAge()).isEqualTo(Duration.ofMillis(101));
  }

  @Test
  void answerFromBeforeTheAcknowledgementIsNotStale() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));

    judge(1, 999);

    assertThat(judge.verdict().worstAge()).isZero();
  }

  @Test
  void writesWithUnknownOutcomeDoNotCount() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(4, at(1_000));

    judge(1, 1_050);

    assertThat(judge.verdict().worstAge()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void answerThatIsNewerThanEveryAcknowledgementIsNotStale() {
    writes.acknowledge(1, at(0));

    judge(2, 60_000);

    assertThat(judge.verdict().worstAge()).isZero();
  }

  @Test
  void nilIsStaleOnceAWriteWasAcknowledged() {
    judge(0, 500);
    writes.acknowledge(1, at(1_000));
    judge(0, 1_101);

    assertThat(judge.verdict().over(BOUND)).isEqualTo(1);
  }

  @Test
  void lostWritesNoLongerCount() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));
    writes.acknowledge(3, at(2_000));
    judge(1, 2_200);

    assertThat(writes.retain(number -> number != 2)).isEqualTo(1);

    assertThat(judge.verdict().worstAge()).isEqualTo(Duration.ofMillis(200));
    assertThat(writes.retain(number -> number == 1)).isEqualTo(1);
    assertThat(judge.verdict().over(BOUND)).isZero();
  }

  @Test
  void largerBoundsAreAnsweredFromTheSameAnswers() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));

    judge(1, 1_500);
    judge(1, 2_500);

    Verdict verdict = judge.verdict();
    assertThat(verdict.over(BOUND)).isEqualTo(2);
    assertThat(verdict.over(Duration.ofSeconds(1))).isEqualTo(1);
    assertThat(verdict.over(Duration.ofSeconds(2))).isZero();
  }

  @Test
  void answersOfPrimariesAreCountedApart() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));

    judge.judge(KEY, 1, at(3_000), false);
    judge.judge(KEY, 2, at(3_000), true);

    Verdict verdict = judge.verdict();
    assertThat(verdict.over(BOUND)).isZero();
    assertThat(verdict.overFromPrimaries(BOUND)).isEqualTo(1);
    assertThat(verdict.judged()).isEqualTo(2);
    assertThat(verdict.replicaShare()).isEqualTo(0.5);
  }

  @Test
  void suspectsAreCountedByTheirAgesSoFar() {
    writes.acknowledge(1, at(0));
    writes.acknowledge(2, at(1_000));

    judge(1, 1_050);
    judge(1, 1_500);
    judge(1, 2_500);

    assertThat(judge.suspects(BOUND)).isEqualTo(2);
    assertThat(judge.suspects(Duration.ofSeconds(1))).isEqualTo(1);
  }

  @Test
  void forgottenAnswersDoNotCount() {
    writes.acknowledge(1, at(0));
    judge(0, 500);
    judge(1, 500);

    judge.forget();
    judge(0, 50);

    assertThat(judge.suspects(BOUND)).isZero();
    assertThat(judge.verdict().judged()).isEqualTo(1);
    assertThat(judge.verdict().fromReplicas()).isEqualTo(1);
    assertThat(judge.verdict().worstAge()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void numbersGrowBeyondTheFirstCapacity() {
    for (int number = 1; number <= 5_000; number++) {
      writes.acknowledge(number, at(number));
    }

    judge(4_000, 5_000);

    assertThat(judge.verdict().worstAge()).isEqualTo(Duration.ofMillis(999));
  }
}
