package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerMomentsTest {
  private final AnswerMoments moments = new AnswerMoments();

  @Test
  void firstAnswerOfAThreadIsDatedWhenItsReadWasSent() {
    assertThat(moments.handedOverNanos(42)).isEqualTo(42);
  }

  @Test
  void answerIsDatedAtTheEndOfTheCallbackBeforeIt() {
    long sentNanos = System.nanoTime();
    moments.callbackEnds();
    long afterNanos = System.nanoTime();

    assertThat(moments.handedOverNanos(sentNanos)).isBetween(sentNanos, afterNanos);
    assertThat(moments.handedOverNanos(sentNanos - 1_000_000)).isGreaterThanOrEqualTo(sentNanos);
  }

  @Test
  void readThatWasSentAfterTheLastCallbackIsDatedThen() {
    moments.callbackEnds();
    long sentNanos = System.nanoTime() + 1;

    assertThat(moments.handedOverNanos(sentNanos)).isEqualTo(sentNanos);
  }

  @Test
  void callbacksOfOtherThreadsDoNotCount() throws InterruptedException {
    Thread other = new Thread(moments::callbackEnds);
    other.start();
    other.join();

    assertThat(moments.handedOverNanos(42)).isEqualTo(42);
  }
}
