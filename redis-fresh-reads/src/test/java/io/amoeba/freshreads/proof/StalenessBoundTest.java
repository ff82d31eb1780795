package io.amoeba.freshreads.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StalenessBoundTest {
  private static final long MILLI = 1_000_000;

  private final StalenessBound bound = StalenessBound.of(Duration.ofMillis(100));

  @Test
  void anAnswerAsOldAsTheBoundIsAdmittedAndAnOlderOneIsNot() {
    assertThat(bound.admits(0, 100 * MILLI)).isTrue();
    assertThat(bound.admits(0, 100 * MILLI + 1)).isFalse();
  }

  /** {@code System.nanoTime} may start anywhere and overflow. */
  @ParameterizedTest
  @ValueSource(
      longs = {Long.MAX_VALUE, Long.MAX_VALUE - 50 * MILLI, -50 * MILLI, Long.MIN_VALUE + 1})
  void theOriginOfTheClockDoesNotMatter(long proven) {
    assertThat(bound.admits(proven, proven + 100 * MILLI)).isTrue();
    assertThat(bound.admits(proven, proven + 100 * MILLI + 1)).isFalse();
  }

  @Test
  void withoutProofNoAnswerIsAdmitted() {
    assertThat(bound.admits(ReplicaProof.NONE, 0)).isFalse();
    assertThat(bound.admits(ReplicaProof.NONE, Long.MIN_VALUE)).isFalse();
    assertThat(bound.after(5).admits(ReplicaProof.NONE, 0)).isFalse();
  }

  @Test
  void aBoundOfZeroAdmitsNoReplica() {
    StalenessBound zero = StalenessBound.of(Duration.ZERO);

    assertThat(zero.isPrimaryOnly()).isTrue();
    assertThat(zero.admits(7, 7)).isFalse();
  }

  @Test
  void afterAMarkOnlyALaterProofIsAdmitted() {
    StalenessBound after = bound.after(50 * MILLI);

    assertThat(after.admits(50 * MILLI - 1, 60 * MILLI)).isFalse();
    assertThat(after.admits(50 * MILLI, 60 * MILLI)).isTrue();
    assertThat(after.admits(50 * MILLI, 150 * MILLI + 1)).isFalse();
  }

  @Test
  void ofTwoMarksTheLaterOneCounts() {
    assertThat(bound.after(50).after(40).admits(45, 60)).isFalse();
    assertThat(bound.after(40).after(50).admits(45, 60)).isFalse();
    assertThat(bound.after(40).after(50).admits(50, 60)).isTrue();
  }

  @Test
  void anotherMaximumAgeKeepsTheMark() {
    StalenessBound other = bound.after(50).within(Duration.ofMillis(10));

    assertThat(other.maxAgeNanos()).isEqualTo(10 * MILLI);
    assertThat(other.admits(49, 60)).isFalse();
    assertThat(other.admits(50, 50 + 10 * MILLI + 1)).isFalse();
  }
}
