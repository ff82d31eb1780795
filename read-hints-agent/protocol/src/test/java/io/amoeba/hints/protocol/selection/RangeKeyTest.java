package io.amoeba.hints.protocol.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import org.junit.jupiter.api.Test;

class RangeKeyTest {

  @Test
  void rangesSurviveTheirEncodingAlsoToTheEndOfTheRing() throws MalformedBatchException {
    for (RangeKey range : new RangeKey[] {new RangeKey(-7, 9), new RangeKey(5, RangeKey.END)}) {
      assertThat(RangeKey.of(range.bytes())).isEqualTo(range);
    }
  }

  @Test
  void invalidRangesAreRefused() {
    assertThatThrownBy(() -> RangeKey.of(new byte[15]))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("15 bytes");
    for (RangeKey wrong : new RangeKey[] {new RangeKey(9, -7), new RangeKey(4, 4)}) {
      assertThatThrownBy(() -> RangeKey.of(wrong.bytes()))
          .isInstanceOf(MalformedBatchException.class);
    }
  }
}
