package io.amoeba.partitioner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlacementMapTest {

  @Test
  void rangesAreTheShortestAndGiveTheSameMapBack() {
    Random random = new Random(7);
    int[] owners = new int[HashSlot.COUNT];
    for (int slot = 1; slot < owners.length; slot++) {
      owners[slot] = random.nextInt(50) == 0 ? random.nextInt(5) : owners[slot - 1];
    }
    PlacementMap map = PlacementMap.of(3, 5, owners);

    List<HashSlotRange> ranges = map.ranges();

    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).from()).isEqualTo(ranges.get(i - 1).to() + 1);
      assertThat(ranges.get(i).subtask()).isNotEqualTo(ranges.get(i - 1).subtask());
    }
    assertThat(PlacementMap.ofRanges(3, 5, ranges)).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(PlacementMap.ofRanges(4, 5, ranges)).isNotEqualTo(map);
  }

  @Test
  void aMapDoesNotChangeWithTheArrayItWasMadeFrom() {
    int[] owners = new int[HashSlot.COUNT];
    PlacementMap map = PlacementMap.of(1, 2, owners);
    owners[0] = 1;
    map.toArray()[1] = 1;

    assertThat(map.subtask(0)).isZero();
    assertThat(map.subtask(1)).isZero();
  }

  @Test
  void mapsThatAreNotTotalOrNameOthersAreRefused() {
    int[] owners = new int[HashSlot.COUNT];
    refused(() -> PlacementMap.of(0, 1, owners), "epoch is 0");
    refused(() -> PlacementMap.of(-1, 1, owners), "epoch is -1");
    refused(() -> PlacementMap.of(1, 0, owners), "parallelism is 0");
    refused(() -> PlacementMap.of(1, 1, new int[16_383]), "16383 hash slots");
    int[] tooHigh = owners.clone();
    tooHigh[77] = 3;
    refused(() -> PlacementMap.of(1, 3, tooHigh), "hash slot 77 has subtask 3");
    int[] negative = owners.clone();
    negative[78] = -1;
    refused(() -> PlacementMap.of(1, 3, negative), "hash slot 78 has subtask -1");
  }

  @Test
  void rangesWithGapsOverlapsOrAWrongEndAreRefused() {
    refusedRanges("must end at 16383");
    refusedRanges("must end at 16383", 0, 16_382, 0);
    refusedRanges("continue at hash slot 0", 1, 16_383, 0);
    refusedRanges("continue at hash slot 11", 0, 10, 0, 12, 16_383, 1);
    refusedRanges("continue at hash slot 11", 0, 10, 0, 10, 16_383, 1);
    refusedRanges("continue at hash slot 11", 0, 10, 0, 11, 10, 1);
    refusedRanges("continue at hash slot 0", 0, 16_384, 0);
    refusedRanges("continue at hash slot 0", -1, 16_383, 0);
    refusedRanges("has subtask 2", 0, 16_383, 2);
  }

  private static void refusedRanges(String message, int... triples) {
    HashSlotRange[] ranges = new HashSlotRange[triples.length / 3];
    Arrays.setAll(
        ranges, i -> new HashSlotRange(triples[3 * i], triples[3 * i + 1], triples[3 * i + 2]));
    refused(() -> PlacementMap.ofRanges(1, 2, List.of(ranges)), message);
  }

  private static void refused(Runnable making, String message) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
