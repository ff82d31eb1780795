package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import org.junit.jupiter.api.Test;

class AnswerLogTest {
  private static final long MILLI = 1_000_000;

  private final AnswerLog log = new AnswerLog();

  @Test
  void requestsCountByTheirStartAndWaitsByTheirAnswers() {
    log.open(1_000 * MILLI);
    log.answered(999 * MILLI, 1_300 * MILLI);
    log.answered(1_100 * MILLI, 1_500 * MILLI);
    log.failed(1_200 * MILLI, new IllegalStateException("overloaded"));
    log.close(2_000 * MILLI);
    // It started in time.
    log.answered(1_900 * MILLI, 2_500 * MILLI);
    log.answered(2_000 * MILLI, 2_600 * MILLI);

    Values figures = log.figures();

    assertThat(figures.get("answers")).isEqualTo(2);
    assertThat(figures.get("perSecond")).isEqualTo(2);
    assertThat(figures.get("errors")).isEqualTo(1);
    assertThat(figures.get("longestGapMillis")).isEqualTo(500);
    assertThat(figures.get("maxMicros")).isBetween(600_000.0, 601_000.0);
  }

  @Test
  void withoutAnswersLatenciesAreUnknown() {
    log.open(0);
    log.close(1_000 * MILLI);

    assertThat(log.figures().get("p50Micros")).isNaN();
    assertThat(log.figures().get("answers")).isZero();
    assertThat(log.figures().get("longestGapMillis")).isEqualTo(1_000);
  }
}
