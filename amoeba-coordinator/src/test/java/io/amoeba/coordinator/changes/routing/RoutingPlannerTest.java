package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.Worlds;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.HashSlotAssignment;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingPlannerTest {

  @Test
  void everyHashSlotGoesToTheNodeOfItsPrimary() {
    int[] places = {2, 0, 1};
    ClusterSnapshot world = Worlds.world(places, Worlds.blocks(3));

    EdgeAlignment alignment = only(plan(world, Map.of()));

    int[] owners = alignment.owners();
    int[] homes = Worlds.blocks(3);
    assertThat(IntStream.range(0, HashSlot.COUNT)).allMatch(s -> places[owners[s]] == homes[s]);
    assertThat(alignment.alignedAfter()).isEqualTo(1.0);
    assertThat(alignment.hashSlots()).hasSize(3);
  }

  @Test
  void alignedMapNeedsNoPlan() {
    ClusterSnapshot world = Worlds.world(new int[] {2, 0, 1}, Worlds.blocks(3));
    int[] owners = only(plan(world, Map.of())).owners();

    assertThat(plan(world, Map.of(Worlds.EDGE, Worlds.map(3, owners)))).isEmpty();
  }

  @Test
  void theFirstMapAfterHashRoutingIsSmall() {
    ClusterSnapshot world = Worlds.world(new int[] {0, 0, 1, 1}, Worlds.blocks(2));
    int[] hashed = Routing.owners(null, 4);

    EdgeAlignment alignment = only(plan(world, Map.of(Worlds.EDGE, Worlds.map(4, hashed))));

    assertThat(alignment.hashSlots()).hasSize(4);
    assertThat(alignment.alignedAfter()).isEqualTo(1.0);
  }

  @Test
  void oneMovedHashSlotMovesOneOwner() {
    ClusterSnapshot before = Worlds.world(new int[] {0, 1, 2}, Worlds.blocks(3));
    int[] owners = only(plan(before, Map.of())).owners();
    int[] homes = Worlds.blocks(3);
    homes[100] = 2;

    EdgeAlignment alignment =
        only(
            plan(
                Worlds.world(new int[] {0, 1, 2}, homes),
                Map.of(Worlds.EDGE, Worlds.map(3, owners))));

    assertThat(alignment.movedHashSlots()).isEqualTo(1);
    assertThat(alignment.owners()[100]).isEqualTo(2);
  }

  @Test
  void aHashSlotThatSeveralOperatorsMoveIsOneHashSlotOfThePlan() {
    ClusterSnapshot world =
        Worlds.withOperators(
            Worlds.world(new int[] {0, 1, 2}, Worlds.blocks(3)), "Toll", "Accident");
    int[] toll = Worlds.blocks(3);
    toll[10] = 1;
    toll[11] = 1;
    int[] accident = Worlds.blocks(3);
    accident[11] = 2;
    accident[12] = 2;

    ChangePlan plan =
        plan(
                world,
                Map.of(
                    Worlds.EDGE,
                    Worlds.map(3, toll),
                    new EdgeId("job", "Accident"),
                    Worlds.map(3, accident)))
            .orElseThrow();

    assertThat(plan.alignments()).extracting(EdgeAlignment::movedHashSlots).containsExactly(2, 2);
    assertThat(plan.movedHashSlots()).isEqualTo(3);
    assertThat(plan.action().reassignedHashSlots()).isEqualTo(4);
    assertThat(plan.action().text()).isEqualTo("3 hash slots move in 2 operators");
  }

  @Test
  void noNumberOfOperatorsMovesMoreHashSlotsThanThereAre() {
    String[] operators = {"Toll", "Accident", "Report", "Balance", "Segment", "Expenditure"};
    ClusterSnapshot world =
        Worlds.withOperators(Worlds.world(new int[] {2, 0, 1}, Worlds.blocks(3)), operators);
    List<Symptom> symptoms =
        Stream.of(operators)
            .map(operator -> Symptoms.hashSlotsMisaligned(operator, 10_857))
            .toList();

    ChangePlan plan = RoutingPlanner.plan(world, symptoms, Map.of()).orElseThrow();

    assertThat(plan.alignments()).hasSize(6);
    assertThat(plan.movedHashSlots()).isEqualTo(HashSlot.COUNT);
    assertThat(plan.reason())
        .isEqualTo(
            "Toll, Accident, Report and 3 more: 10857 hash slots (66.3 %) are owned away from their primary");
  }

  @Test
  void hashSlotsWithoutASubtaskOnTheirNodeAreSharedByAll() {
    ClusterSnapshot world = Worlds.world(new int[] {0, 1}, Worlds.blocks(4));

    int[] owners = only(plan(world, Map.of())).owners();

    assertThat(count(owners, 0)).isEqualTo(HashSlot.COUNT / 2);
    assertThat(count(owners, 1)).isEqualTo(HashSlot.COUNT / 2);
  }

  @Test
  void mapOfAnotherParallelismCountsAsUnknown() {
    ClusterSnapshot world = Worlds.world(new int[] {0, 1}, Worlds.blocks(2));
    PlacementMap wider = Worlds.map(3, new int[HashSlot.COUNT]);

    assertThat(only(plan(world, Map.of(Worlds.EDGE, wider))).parallelism()).isEqualTo(2);
  }

  @Test
  void blockingSymptomAllowsNoPlan() {
    ClusterSnapshot world = Worlds.world(new int[] {0, 1}, Worlds.blocks(2));

    assertThat(RoutingPlanner.plan(world, List.of(Symptoms.subtasksUnsettled("Toll")), Map.of()))
        .isEmpty();
    assertThat(RoutingPlanner.plan(world, List.of(Symptoms.subtasksUnsettled("Other")), Map.of()))
        .isPresent();
  }

  @Test
  void lostStoreKeepsTheLastMap() {
    ClusterSnapshot world = Worlds.world(new int[] {0, 1}, Worlds.blocks(2));
    ClusterSnapshot lost =
        new ClusterSnapshot(
            world.at(),
            world.stream(),
            new StoreView.Unreachable("gone"),
            world.nodes(),
            List.of(),
            Map.of(),
            Map.of());

    assertThat(plan(lost, Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void anyPlanIsAlignedBalancedAndStable(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int nodes = 1 + random.nextInt(6);
      int parallelism = 1 + random.nextInt(9);
      int[] places = Worlds.random(parallelism, nodes, random);
      int[] homes =
          random.nextBoolean()
              ? Worlds.blocks(nodes)
              : Worlds.random(HashSlot.COUNT, nodes, random);
      homes[random.nextInt(HashSlot.COUNT)] = -1;
      ClusterSnapshot world = Worlds.world(places, homes);
      int[] current = Worlds.random(HashSlot.COUNT, parallelism, random);
      Map<EdgeId, PlacementMap> maps = Map.of(Worlds.EDGE, Worlds.map(parallelism, current));

      int[] owners = plan(world, maps).map(p -> only(Optional.of(p)).owners()).orElse(current);

      assertAlignedAndBalanced(places, homes, owners, nodes);
      assertThat(plan(world, Map.of(Worlds.EDGE, Worlds.map(parallelism, owners)))).isEmpty();
      assertThat(moved(current, owners)).isEqualTo(leastMoves(places, homes, current, nodes));
    }
  }

  /** The least number of moves by trying every way to hand out the larger quotas. */
  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33})
  void noOtherBalancedAssignmentMovesLess(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      int subtasks = 1 + random.nextInt(5);
      int[] hashSlots = IntStream.range(0, random.nextInt(40)).toArray();
      int[] current = Worlds.random(HashSlot.COUNT, subtasks + random.nextInt(2), random);
      HashSlotAssignment assignment = new HashSlotAssignment(current);

      assignment.deal(hashSlots, IntStream.range(0, subtasks).boxed().toList());

      int[] owners = assignment.owners();
      int kept = (int) Arrays.stream(hashSlots).filter(s -> owners[s] == current[s]).count();
      assertThat(kept).isEqualTo(mostKept(hashSlots, current, subtasks));
    }
  }

  private static int mostKept(int[] hashSlots, int[] current, int subtasks) {
    int[] owned = new int[subtasks];
    for (int hashSlot : hashSlots) {
      if (current[hashSlot] < subtasks) {
        owned[current[hashSlot]]++;
      }
    }
    int floor = hashSlots.length / subtasks;
    int larger = hashSlots.length % subtasks;
    int most = 0;
    for (int choice = 0; choice < 1 << subtasks; choice++) {
      if (Integer.bitCount(choice) == larger) {
        int kept = 0;
        for (int subtask = 0; subtask < subtasks; subtask++) {
          kept += Math.min(owned[subtask], floor + (choice >> subtask & 1));
        }
        most = Math.max(most, kept);
      }
    }
    return most;
  }

  private static int leastMoves(int[] places, int[] homes, int[] current, int nodes) {
    int moves = 0;
    for (int node = -1; node < nodes; node++) {
      int[] subtasks = subtasksFor(places, node);
      if (subtasks.length == places.length && node >= 0 && !hosts(places, node)) {
        continue; // shared by all: counted with node -1
      }
      int[] hashSlots = hashSlotsFor(places, homes, node);
      int[] renamed = new int[HashSlot.COUNT];
      Arrays.fill(renamed, subtasks.length);
      for (int hashSlot : hashSlots) {
        int index = Arrays.binarySearch(subtasks, current[hashSlot]);
        renamed[hashSlot] = index >= 0 ? index : subtasks.length;
      }
      moves += hashSlots.length - mostKept(hashSlots, renamed, subtasks.length);
    }
    return moves;
  }

  private static int[] subtasksFor(int[] places, int node) {
    return IntStream.range(0, places.length)
        .filter(subtask -> !hosts(places, node) || places[subtask] == node)
        .toArray();
  }

  private static int[] hashSlotsFor(int[] places, int[] homes, int node) {
    return IntStream.range(0, HashSlot.COUNT)
        .filter(s -> node >= 0 ? homes[s] == node : homes[s] < 0 || !hosts(places, homes[s]))
        .toArray();
  }

  private static boolean hosts(int[] places, int node) {
    return Arrays.stream(places).anyMatch(place -> place == node);
  }

  private static void assertAlignedAndBalanced(int[] places, int[] homes, int[] owners, int nodes) {
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      if (homes[hashSlot] >= 0 && hosts(places, homes[hashSlot])) {
        assertThat(places[owners[hashSlot]]).isEqualTo(homes[hashSlot]);
      }
    }
    for (int node = -1; node < nodes; node++) {
      if (node < 0 || hosts(places, node)) {
        Map<Integer, Integer> counts = new HashMap<>();
        Arrays.stream(subtasksFor(places, node)).forEach(subtask -> counts.put(subtask, 0));
        for (int hashSlot : hashSlotsFor(places, homes, node)) {
          counts.merge(owners[hashSlot], 1, Integer::sum);
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int least = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        assertThat(most - least).isLessThanOrEqualTo(1);
      }
    }
  }

  private static Optional<ChangePlan> plan(
      ClusterSnapshot world, Map<EdgeId, PlacementMap> current) {
    return RoutingPlanner.plan(world, List.of(), current);
  }

  private static EdgeAlignment only(Optional<ChangePlan> plan) {
    assertThat(plan.orElseThrow().alignments()).hasSize(1);
    return plan.orElseThrow().alignments().get(0);
  }

  private static long count(int[] owners, int subtask) {
    return Arrays.stream(owners).filter(owner -> owner == subtask).count();
  }

  private static int moved(int[] before, int[] after) {
    return (int) IntStream.range(0, HashSlot.COUNT).filter(s -> before[s] != after[s]).count();
  }
}
