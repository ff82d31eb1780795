package io.amoeba.linearroad.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerTimesTest {
  private static final long BEGIN = 1_700_000_000_000L;

  private static AnswerTimes times(long... afterBegin) {
    AnswerTimes times = new AnswerTimes(BEGIN);
    for (long at : afterBegin) {
      times.add(BEGIN + at);
    }
    return times;
  }

  @Test
  void theLongestGapThatTouchesTheSpanCountsAsAWhole() {
    AnswerTimes times = times(10, 20, 100, 130, 500, 510);

    assertThat(times.longestGapMillis(BEGIN + 10, BEGIN + 20)).hasValue(10);
    assertThat(times.longestGapMillis(BEGIN + 25, BEGIN + 110)).hasValue(80);
    assertThat(times.longestGapMillis(BEGIN + 110, BEGIN + 140)).hasValue(370);
    assertThat(times.longestGapMillis(BEGIN, BEGIN + 10_000)).hasValue(370);
  }

  @Test
  void answersOfSeveralPartitionsComeInAnyOrder() {
    assertThat(times(500, 10, 130, 20, 100).longestGapMillis(BEGIN, BEGIN + 130)).hasValue(80);
  }

  @Test
  void theEndOfAllAnswersIsNoGap() {
    AnswerTimes times = times(10, 20);

    assertThat(times.longestGapMillis(BEGIN + 15, BEGIN + 10_000)).hasValue(10);
    assertThat(times.longestGapMillis(BEGIN + 30, BEGIN + 10_000)).isEmpty();
    assertThat(times().longestGapMillis(BEGIN, BEGIN + 10)).isEmpty();
  }

  @Test
  void answersOutsideTheRangeAreLeftOut() {
    AnswerTimes times = times(-5, 10, 40, Long.MAX_VALUE - BEGIN, 3_000_000_000L);

    assertThat(times.longestGapMillis(BEGIN - 100, BEGIN + 4_000_000_000L)).hasValue(30);
  }
}
