package io.amoeba.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteCountTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "1023, 1023 bytes",
    "1024, 1.0 KiB",
    "1610612736, 1.5 GiB",
    "9223372036854775807, 8192.0 PiB",
  })
  void peopleReadTheLargestUnitThatIsNotTooLarge(long bytes, String text) {
    assertThat(ByteCount.text(bytes)).isEqualTo(text);
  }
}
