package io.amoeba.streaming.checks.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTest {
  /** An even number comes from two data centres with as many copies each. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 2", "4, 3", "5, 3", "6, 4"})
  void quorumIsMoreThanHalfOfAllCopiesAndMeetsAnyOther(int replicationFactor, int quorum) {
    assertThat(Level.QUORUM.replicas(replicationFactor)).isEqualTo(quorum);
    assertThat(Level.QUORUM.meets(Level.QUORUM, replicationFactor)).isTrue();
    assertThat(Level.ALL.meets(Level.ONE, replicationFactor)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"3", "4"})
  void oneMayMissAQuorum(int replicationFactor) {
    assertThat(Level.ONE.meets(Level.QUORUM, replicationFactor)).isFalse();
  }
}
