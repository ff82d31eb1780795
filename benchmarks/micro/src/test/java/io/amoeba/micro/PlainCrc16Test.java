package io.amoeba.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.placement.HashSlot;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlainCrc16Test {

  @Test
  void theYardstickComputesTheSameCrc() {
    PlainCrc16 plain = new PlainCrc16();
    for (int i = 0; i < 1_000; i++) {
      byte[] key = ("key-without-tag-" + i).getBytes(StandardCharsets.US_ASCII);

      assertThat(plain.partition(key, HashSlot.COUNT)).isEqualTo(HashSlot.of(key));
    }
  }
}
