package io.amoeba.linearroad.job.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.job.toll.CrossingHold;
import io.amoeba.partitioner.keyed.AlignedKey;
import io.amoeba.partitioner.placement.HashSlot;
import org.junit.jupiter.api.Test;

class SegmentTableTest {
  private final SegmentTable table = new SegmentTable();

  @Test
  void keyedStreamHasTheHashSlotOfEveryKeyOfThePlace() {
    for (int segment = 0; segment < 100; segment++) {
      long place = Places.of(segment % 7, segment % 2, segment);
      AlignedKey key = AlignedKey.of(CrossingHold.KEY_GROUPS, table.keyPrefix(place));

      assertThat(table.key(place, 1)).startsWith(table.keyPrefix(place));
      for (int minute : new int[] {1, 9, 10, 180, 100_000}) {
        assertThat(HashSlot.of(table.key(place, minute)))
            .isEqualTo(table.hashSlot(place))
            .isEqualTo(key.hashSlot());
      }
    }
  }

  @Test
  void placesHaveDifferentKeys() {
    assertThat(table.keyPrefix(Places.of(1, 0, 11)))
        .isNotEqualTo(table.keyPrefix(Places.of(11, 0, 1)))
        .isNotEqualTo(table.keyPrefix(Places.of(1, 1, 11)))
        .isEqualTo("{s:1-0-11}:");
  }
}
