package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashSlotsTest {
  @Test
  void threePrimariesGetTheRangesThatRedisCliGives() {
    assertThat(HashSlots.share(0, 3)).startsWith(0).endsWith(5460).hasSize(5461);
    assertThat(HashSlots.share(1, 3)).startsWith(5461).endsWith(10922).hasSize(5462);
    assertThat(HashSlots.share(2, 3)).startsWith(10923).endsWith(16383).hasSize(5461);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 254})
  void sharesCoverEveryHashSlotOnce(int primaries) {
    int[] all =
        IntStream.range(0, primaries)
            .flatMap(primary -> IntStream.of(HashSlots.share(primary, primaries)))
            .toArray();

    assertThat(all).isEqualTo(IntStream.range(0, HashSlots.COUNT).toArray());
  }
}
