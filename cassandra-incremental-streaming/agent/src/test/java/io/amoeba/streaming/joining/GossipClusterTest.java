package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GossipClusterTest {

  @Test
  void aLoadIsReadAsCassandraWritesIt() {
    assertThat(GossipCluster.load("123456.0")).isEqualTo(123_456);
    assertThat(GossipCluster.load("1.5E7")).isEqualTo(15_000_000);
  }

  /** Loads are only compared: one that is none must not keep a node from joining. */
  @ParameterizedTest
  @ValueSource(strings = {"", "lots", "NaN", "-1", "Infinity", "-Infinity", "1e400", "0x"})
  void aLoadThatNoNodeHasIsNone(String said) {
    assertThat(GossipCluster.load(said)).isZero();
  }
}
