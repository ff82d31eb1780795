package io.amoeba.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.Worlds;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TopologyFingerprintTest {

  private static final int[] PLACES = {0, 1, 2};

  @Test
  void theSameTopologyHasTheSameFingerprint() {
    assertThat(of(PLACES, Worlds.blocks(3)))
        .isPresent()
        .isEqualTo(of(PLACES, Worlds.blocks(3)))
        .get()
        .asString()
        .matches("[0-9a-f]{16}");
  }

  @Test
  void oneHashSlotOnAnotherNodeMakesAnotherFingerprint() {
    Random random = new Random(7);
    Optional<String> before = of(PLACES, Worlds.blocks(3));
    for (int i = 0; i < 50; i++) {
      int[] homes = Worlds.blocks(3);
      int hashSlot = random.nextInt(homes.length);
      homes[hashSlot] = (homes[hashSlot] + 1) % 3;

      assertThat(of(PLACES, homes)).as("hash slot " + hashSlot).isNotEqualTo(before);
    }
  }

  @Test
  void anotherPlaceOrParallelismMakesAnotherFingerprint() {
    Optional<String> before = of(PLACES, Worlds.blocks(3));

    assertThat(of(new int[] {1, 0, 2}, Worlds.blocks(3))).isNotEqualTo(before);
    assertThat(of(new int[] {0, 1}, Worlds.blocks(3))).isNotEqualTo(before);
  }

  @Test
  void whatIsNotCertainHasNoFingerprint() {
    ClusterSnapshot world = Worlds.world(PLACES, Worlds.blocks(3));

    assertThat(TopologyFingerprint.of(Worlds.with(world, new StoreView.Unreachable("down"))))
        .isEmpty();
    assertThat(TopologyFingerprint.of(Worlds.unsettled(world))).isEmpty();
  }

  @Test
  void gainIsThatOfTheMapsWhereOperatorsDoNotCount() {
    ClusterSnapshot world = Worlds.world(new int[] {2, 0, 1}, Worlds.blocks(3));
    ChangePlan plan = Planner.plans(world, List.of(), Map.of(), PlanRules.DEFAULT).due().get(0);

    Proposal proposal = Proposal.of(plan, "here", world, Optional.empty());

    assertThat(proposal.gain()).isEqualTo(new PlanGain.LocalShare(0, false, 1));
    assertThat(proposal.cost().movedHashSlots()).isEqualTo(16_384);
    assertThat(proposal.cost().movedKeys()).hasValue(0);
  }

  @Test
  void aStoreAloneHasOneThatChangesWithItsHashSlots() {
    int[] moved = Worlds.blocks(3);
    moved[0] = 2;
    String before = TopologyFingerprint.of(alone(Worlds.blocks(3))).orElseThrow();
    String after = TopologyFingerprint.of(alone(moved)).orElseThrow();

    assertThat(before).hasSize(16).isNotEqualTo(after);
    assertThat(TopologyFingerprint.sameStream(before, after)).isTrue();
    assertThat(
            TopologyFingerprint.of(Worlds.with(alone(moved), new StoreView.Unreachable("cut off"))))
        .isEmpty();
  }

  private static ClusterSnapshot alone(int[] homes) {
    ClusterSnapshot world = Worlds.world(new int[] {0}, homes);
    return new ClusterSnapshot(
        world.at(),
        new StreamView.NotConfigured(),
        world.store(),
        world.nodes(),
        List.of(),
        Map.of(),
        Map.of());
  }

  private static Optional<String> of(int[] places, int[] homes) {
    return TopologyFingerprint.of(Worlds.world(places, homes));
  }
}
