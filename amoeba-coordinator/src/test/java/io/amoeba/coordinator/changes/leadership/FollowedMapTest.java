package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowedMapTest {

  /** Subtasks 0 and 1 are at home, 2 and 3 away, 4 elsewhere; each fifth hash slot is one's. */
  private static final PlacementMap NOW =
      PlacementMap.of(7, 5, IntStream.range(0, HashSlot.COUNT).map(slot -> slot % 5).toArray());

  private static final FollowingOperator OPERATOR =
      new FollowingOperator("job", "Toll", 5, List.of(0, 1), List.of(2, 3));

  private final FollowedMap followed =
      FollowedMap.of(OPERATOR, List.of(new HashSlotSpan(0, 99), new HashSlotSpan(200, 299)), NOW);

  @Test
  void whatSubtasksAtHomeOwnOfTheShardGoesInEqualPartsToThoseAway() {
    PlacementMap away = followed.away(NOW);

    int[] gained = new int[5];
    for (int slot = 0; slot < HashSlot.COUNT; slot++) {
      boolean shard = slot < 100 || (slot >= 200 && slot < 300);
      if (shard && slot % 5 < 2) {
        gained[away.subtask(slot)]++;
      } else {
        assertThat(away.subtask(slot)).as("hash slot %d", slot).isEqualTo(slot % 5);
      }
    }
    assertThat(gained).containsExactly(0, 0, 40, 40, 0);
  }

  @Test
  void afterTheReturnEveryHashSlotIsWhereItWas() {
    assertThat(followed.home(followed.away(NOW)).sameOwners(NOW)).isTrue();
  }

  /** Another plan cannot run meanwhile, but what it would have done stays. */
  @Test
  void otherHashSlotsStayWhereTheyAreNow() {
    int[] changed = followed.away(NOW).toArray();
    changed[1_000] = 4;

    PlacementMap home = followed.home(PlacementMap.of(8, 5, changed));

    assertThat(home.subtask(1_000)).isEqualTo(4);
    assertThat(home.subtask(0)).isZero();
  }

  @Test
  void neighboursWithTheSameOwnersAreOnePart() {
    PlacementMap all = PlacementMap.of(1, 5, new int[HashSlot.COUNT]);

    assertThat(FollowedMap.of(OPERATOR, List.of(new HashSlotSpan(0, 9)), all).parts())
        .containsExactly(new FollowedMap.Part(0, 4, 0, 2), new FollowedMap.Part(5, 9, 0, 3));
  }
}
