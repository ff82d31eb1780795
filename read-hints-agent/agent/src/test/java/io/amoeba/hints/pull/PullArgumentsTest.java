package io.amoeba.hints.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.hotset.TokenRange;
import org.junit.jupiter.api.Test;

class PullArgumentsTest {

  @Test
  void withoutRangesAnyPartitionerWillDo() {
    assertThat(PullArguments.of(1, "", "RandomPartitioner").ranges()).isEmpty();
    assertThat(PullArguments.of(3_600_000, "1:2", "Murmur3Partitioner").ranges())
        .containsExactly(new TokenRange(1, 2));
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    assertThatThrownBy(() -> PullArguments.of(0, "one", "RandomPartitioner"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limitMillis=0: want 1 … 3600000")
        .hasMessageContaining("want left:right")
        .hasMessageContaining("RandomPartitioner, not Murmur3Partitioner");
  }
}
