package io.amoeba.experiments.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServedReadsTest {
  private final ServedReads reads = new ServedReads();

  @Test
  void readsForTheWarmUpAreNotServed() {
    assertThat(reads.count(false, 42, 0)).isZero();
    assertThat(reads.count(false, 52, 10)).isEqualTo(10);
  }

  @Test
  void fullMemberServesAllThatItReads() {
    reads.count(false, 52, 10);

    assertThat(reads.count(true, 152, 30)).isEqualTo(110);
  }

  @Test
  void readsOfOtherTablesDoNotCount() {
    assertThat(reads.count(false, 5, 9)).isEqualTo(5);
  }

  @Test
  void nodeThatJoinsWithoutWarmUpCountsAll() {
    assertThat(reads.count(false, 0, 0)).isZero();
    assertThat(reads.count(true, 7, 3)).isEqualTo(7);
  }
}
