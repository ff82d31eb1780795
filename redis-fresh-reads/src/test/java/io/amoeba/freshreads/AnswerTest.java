package io.amoeba.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.proof.StalenessBound;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static final long MILLI = 1_000_000;

  private final StalenessBound bound = StalenessBound.of(Duration.ofMillis(100));

  @Test
  void aReplicasAnswerAgesUntilItsCallerHasIt() {
    Answer<String> answer = Answer.ofReplica("value", "10.0.0.2:6379", 0, 40 * MILLI);

    assertThat(answer.provenAge()).hasMillis(40);
    assertThat(answer.later(bound, 100 * MILLI))
        .extracting(Answer::value, Answer::provenAge)
        .containsExactly("value", Duration.ofMillis(100));
  }

  @Test
  void aReplicasAnswerThatBecameTooOldIsNotHandedOver() {
    Answer<String> answer = Answer.ofReplica("value", "10.0.0.2:6379", 0, 40 * MILLI);

    assertThat(answer.later(bound, 100 * MILLI + 1)).isNull();
  }

  @Test
  void thePrimarysAnswerDoesNotAge() {
    Answer<String> answer = Answer.ofPrimary("value", "10.0.0.1:6379");

    assertThat(answer.later(bound, Long.MAX_VALUE)).isSameAs(answer);
    assertThat(answer.provenAge()).isZero();
  }
}
