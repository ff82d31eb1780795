package io.amoeba.coordinator.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchUpTest {
  private final CatchUp catchUp = new CatchUp();

  @Test
  void aReplicaThatLacksAFewWritesIsNearAtTheFirstLook() {
    assertThat(catchUp.isNear(1_000_000, 1_000_000 - 16_384)).isTrue();
    assertThat(catchUp.isNear(1_000_000, 1_000_000 - 16_385)).isFalse();
  }

  @Test
  void aReplicaOfABusyPrimaryIsNearIfItLacksHalfOfWhatWasWrittenSinceTheLastLook() {
    assertThat(catchUp.isNear(1_000_000, 600_000)).isFalse();
    assertThat(catchUp.isNear(1_200_000, 1_099_999)).isFalse();
    assertThat(catchUp.isNear(1_400_000, 1_300_000)).isTrue();
  }

  @Test
  void aReplicaThatIsAheadOfAnEarlierReadingIsNear() {
    assertThat(catchUp.isNear(1_000, 2_000)).isTrue();
  }
}
