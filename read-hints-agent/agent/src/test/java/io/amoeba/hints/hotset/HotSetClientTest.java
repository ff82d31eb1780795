package io.amoeba.hints.hotset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import org.junit.jupiter.api.Test;

class HotSetClientTest {

  @Test
  void rangesNeedMurmur3AndNoRangesWorkWithAnyPartitioner() {
    assertThat(HotSetClient.ranges(1, "", "RandomPartitioner")).isEmpty();
    assertThat(HotSetClient.ranges(3_600_000, "1:2", "Murmur3Partitioner"))
        .containsExactly(new TokenRange(1, 2));
  }

  @Test
  void everyWrongArgumentIsReportedAtOnce() {
    assertThatThrownBy(() -> HotSetClient.ranges(0, "one", "RandomPartitioner"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limitMillis=0: want 1 … 3600000")
        .hasMessageContaining("want left:right")
        .hasMessageContaining("RandomPartitioner, not Murmur3Partitioner");
  }
}
