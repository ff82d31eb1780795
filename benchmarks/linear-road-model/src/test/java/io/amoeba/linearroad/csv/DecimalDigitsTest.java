package io.amoeba.linearroad.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalDigitsTest {
  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        9,
        10,
        99,
        100,
        -100,
        2_147_483_647,
        -2_147_483_648,
        999_999_999_999_999_999L,
        Long.MAX_VALUE,
        -Long.MAX_VALUE
      })
  void digitsAreThoseOfJava(long value) {
    byte[] into = new byte[1 + DecimalDigits.MAX_BYTES];

    int end = DecimalDigits.putNext(into, 0, value);

    assertThat(new String(into, 0, end, StandardCharsets.US_ASCII)).isEqualTo("," + value);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    byte[] line = new byte[64];
    for (int value : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 42}) {
      int end = DecimalDigits.put(line, 3, value);

      long cursor = IntegerFields.first(line, 3, end);

      assertThat(IntegerFields.isLast(cursor, end)).isTrue();
      assertThat(IntegerFields.value(cursor)).isEqualTo(value);
    }
  }
}
