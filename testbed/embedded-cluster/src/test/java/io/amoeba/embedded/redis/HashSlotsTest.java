package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotsTest {
  @Test
  void threePrimariesGetTheRangesThatRedisCliGives() {
    assertThat(HashSlots.share(0, 3, 1)).startsWith(0).endsWith(5460).hasSize(5461);
    assertThat(HashSlots.share(1, 3, 1)).startsWith(5461).endsWith(10922).hasSize(5462);
    assertThat(HashSlots.share(2, 3, 1)).startsWith(10923).endsWith(16383).hasSize(5461);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,1", "4,1", "7,1", "254,1", "2,2", "3,3", "3,6", "7,5", "32,512"})
  void sharesCoverEveryHashSlotOnce(int primaries, int rangesOfEach) {
    int[] all =
        IntStream.range(0, primaries)
            .flatMap(primary -> IntStream.of(HashSlots.share(primary, primaries, rangesOfEach)))
            .sorted()
            .toArray();

    assertThat(all).isEqualTo(IntStream.range(0, HashSlots.COUNT).toArray());
  }

  @Test
  void rangesAreDealtInTurn() {
    assertThat(HashSlots.share(0, 2, 2))
        .isEqualTo(
            IntStream.concat(IntStream.range(0, 4_096), IntStream.range(8_192, 12_288)).toArray());
  }
}
