package io.amoeba.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreRoomTest {

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "31, 31, 31", "33, 32, 34", "1000, 992, 1024", "1024, 1024, 1024"})
  void bytesAreRoundedToSixteenSteps(long bytes, long down, long up) {
    assertThat(StoreRoom.down(bytes)).isEqualTo(down);
    assertThat(StoreRoom.up(bytes)).isEqualTo(up);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 17, 999, 123_456_789, 68_719_476_735L, 1L << 50})
  void roundingTakesLessThanASixteenth(long bytes) {
    assertThat(StoreRoom.down(bytes)).isBetween(bytes - bytes / 16, bytes);
    assertThat(StoreRoom.up(bytes)).isBetween(bytes, bytes + bytes / 16);
  }
}
