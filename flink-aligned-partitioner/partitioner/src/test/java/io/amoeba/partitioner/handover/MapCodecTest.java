package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MapCodecTest {

  private static final int MOST_SUBTASKS = 32_768;

  @Test
  void mapsComeBackAsTheyWere() throws Exception {
    Random random = new Random(5);
    for (int parallelism : new int[] {1, 2, 7, 300, MOST_SUBTASKS}) {
      int[] owners = random.ints(HashSlot.COUNT, 0, parallelism).toArray();
      owners[HashSlot.COUNT - 1] = parallelism - 1;
      PlacementMap map = PlacementMap.of(Long.MAX_VALUE - parallelism, parallelism, owners);

      assertThat(MapCodec.decode(MapCodec.encode(map))).isEqualTo(map);
    }
  }

  @Test
  void stateOfAnotherVersionIsRefusedWithTheRemedy() throws Exception {
    byte[] bytes = MapCodec.encode(PlacementMap.of(1, 1, new int[HashSlot.COUNT]));
    bytes[0] = 9;

    assertThatThrownBy(() -> MapCodec.decode(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 9")
        .hasMessageContaining("restore with");
  }

  @Test
  void damagedStateIsRefusedAndNothingElse() throws Exception {
    Random random = new Random(6);
    byte[] right =
        MapCodec.encode(PlacementMap.of(3, 9, random.ints(HashSlot.COUNT, 0, 9).toArray()));
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = Arrays.copyOf(right, i % 2 == 0 ? right.length : random.nextInt(right.length));
      if (bytes.length > 0) {
        bytes[random.nextInt(Math.min(bytes.length, 200))] ^= (byte) (1 + random.nextInt(255));
      }
      try {
        PlacementMap map = MapCodec.decode(bytes);
        assertThat(map.epoch()).isPositive();
      } catch (IOException expected) {
        assertThat(expected).isNotNull();
      }
    }
  }
}
