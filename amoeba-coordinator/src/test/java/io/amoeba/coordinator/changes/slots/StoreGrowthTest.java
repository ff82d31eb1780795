package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.LetteredWorld;
import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.members.MemberDifference;
import io.amoeba.coordinator.members.MemberDifference.Effect;
import io.amoeba.coordinator.members.MemberFit;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacities;
import io.amoeba.coordinator.plan.NodeCapacity;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A job with subtasks on nodes that are named by the letters of a text. */
class StoreGrowthTest extends LetteredWorld {

  StoreGrowthTest() {
    subtasks = "abcd";
    growth = GrowthSettings.TO_MEMBERS;
  }

  @Test
  void aNodeWithoutAPrimaryGetsItsPartWithTheLeastMovement() {
    threePrimaries();
    empty.add(emptyPrimary("d"));

    ChangePlan plan = plans().get(0);

    GrowStore action = (GrowStore) plan.action();
    assertThat(plan.reason())
        .isEqualTo(
            "the store has too little on 1 of 4 nodes with subtasks: d has 0 hash slots, its share is 4096");
    assertThat(action.nodes()).containsExactly("d");
    assertThat(action.moves()).extracting(HashSlotMove::to).containsOnly("d");
    assertThat(action.movedHashSlots()).isEqualTo(4_096);
    assertThat(after(action.moves()))
        .isEqualTo(Map.of("a", 4_096, "b", 4_096, "c", 4_096, "d", 4_096));
    assertThat(action.addresses()).containsEntry("d", "d:7000").hasSize(4);
    assertThat(action.shares()).containsExactly(new AlignedShare("Toll", 0, 1));
    assertThat(plans())
        .extracting(due -> due.action().kind())
        .as("routing follows")
        .containsExactly(GrowStore.KIND, AlignRouting.KIND);
  }

  @Test
  void partsAreThoseOfTheSubtasks() {
    subtasks = "aaab";
    primaries.add(primary("a", 0, 16_383));
    empty.add(emptyPrimary("b"));

    assertThat(grown()).isEqualTo(Map.of("a", 12_288, "b", 4_096));
  }

  @Test
  void primariesOfANodeShareItsPart() {
    subtasks = "ab";
    primaries.add(primary("a", 0, 9_999));
    primaries.add(
        new Primary("a2", "a", 7001, List.of(), List.of(new HashSlotSpan(10_000, 16_383))));
    empty.add(emptyPrimary("b"));

    assertThat(grown()).isEqualTo(Map.of("a", 4_096, "a2", 4_096, "b", 8_192));
  }

  @Test
  void onlyOneEmptyMemberOfANodeTakesPart() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    empty.add(new Primary("d2", "d", 7001, List.of(), List.of()));
    empty.add(new Primary("a2", "a", 7001, List.of(), List.of()));

    assertThat(grown()).containsOnlyKeys("a", "b", "c", "d");
  }

  @Test
  void whatWasBegunAndGivenUpIsPlannedAgainUntilANodeHasHalfOfItsPart() {
    primariesUpTo(5_460, 10_922, 15_383, 16_383);

    GrowStore action = growStore();
    assertThat(action.nodes()).containsExactly("d");
    assertThat(after(action.moves()))
        .isEqualTo(Map.of("a", 4_096, "b", 4_096, "c", 4_096, "d", 4_096));

    primaries.set(2, primary("c", 10_923, 14_300));
    primaries.set(3, primary("d", 14_301, 16_383));
    assertThat(kinds()).as("an imbalance that people may want").containsExactly(AlignRouting.KIND);
  }

  @Test
  void aNodeWithoutAServerIsNamedWithTheRemedyAndOthersGrow() {
    primariesUpTo(8_191, 16_383);
    empty.add(emptyPrimary("c"));

    ChangePlan plan = plans().get(0);

    assertThat(plan.reason()).endsWith("; d: has subtasks and no Redis server");
    assertThat(skipped())
        .containsExactly(
            "SERVER_MISSING: d: has subtasks and no Redis server. Start an empty one there, and CLUSTER MEET it.");
    assertThat(after(((GrowStore) plan.action()).moves()))
        .isEqualTo(Map.of("a", 5_462, "b", 5_461, "c", 5_461));
    empty.clear();
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped()).hasSize(2).allMatch(text -> text.contains("CLUSTER MEET"));
  }

  @Test
  void storeDoesNotGrowToAServerThatDiffersSoThatJobsWouldFail() {
    threePrimaries();
    MemberDifference lacks =
        new MemberDifference(
            Effect.BREAKS,
            MemberDifference.Subject.MODULES,
            "the module bf is not loaded",
            "Load it.");
    empty.add(emptyPrimary("d").withFit(Optional.of(new MemberFit(List.of(lacks), List.of()))));
    growth = starting(7_777);

    assertThat(kinds()).as("nor is another server started").containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly("SERVER_DIFFERS: d:7000: the module bf is not loaded. Load it.");

    empty.add(new Primary("d2", "d", 7001, List.of(), List.of()));
    assertThat(kinds()).as("another server is there").contains(GrowStore.KIND);
  }

  @Test
  void primariesOnNodesWithoutASubtaskMigrateFirst() {
    primaries.add(primary("s", 0, 8_191));
    primaries.add(primary("b", 8_192, 16_383));
    empty.add(emptyPrimary("a"));
    empty.add(emptyPrimary("c"));
    subtasks = "abc";

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "GROWTH_WAITS: plans.growth: the store does not grow to a, c while primaries are on nodes without a subtask: s. Let plans.migrations or plans.drain move them, or run subtasks there.");
    migrations = Optional.of(MigrationRules.KEEPING);
    assertThat(kinds()).containsExactly(MigratePrimaries.KIND, AlignRouting.KIND);
  }

  @Test
  void whatMayNotMoveStays() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    moves = new MoveRules(List.of(), Set.of("a:7000"), Set.of("b"), Set.of());
    GrowStore action = growStore();
    assertThat(action.moves()).extracting(HashSlotMove::from).containsOnly("c");

    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("d"));
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "NODE_FORBIDDEN: plans.moves.forbiddenNodes: node d may not gain hash slots");
  }

  @Test
  void theStoreDoesNotGrowForASubtaskWhereNoneIsCountedOn() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    rescales = notOn("d");

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "NODE_FORBIDDEN: plans.rescale.forbiddenNodes: node d may not gain hash slots");

    empty.clear();
    growth = starting(7_777);
    assertThat(kinds()).as("nor is a server started").containsExactly(AlignRouting.KIND);
  }

  @Test
  void thereIsNoPlanWhereTheStoreFollowsAStreamOrNotEnoughIsKnown() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    storeFollows = Optional.of("Statistics");
    assertThat(kinds()).doesNotContain(GrowStore.KIND);

    storeFollows = Optional.empty();
    primaries.set(2, primary("c", 10_923, 16_382));
    assertThat(kinds()).doesNotContain(GrowStore.KIND);
  }

  @Test
  void aRejectedGrowthIsNotMadeAgainForAPartOfItsNodes() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    subtasks = "abcde";
    empty.add(emptyPrimary("e"));
    PlanAction both = plans().get(0).action();
    empty.remove(1);
    PlanAction one = plans().get(0).action();

    assertThat(both.leaves(one)).isTrue();
    assertThat(one.leaves(both)).isFalse();
    assertThat(both.sameOutcome(one)).isFalse();
  }

  @Test
  void aNodeWithoutAServerGetsOneBeforeTheOthersGrow() {
    primariesUpTo(8_191, 16_383);
    empty.add(emptyPrimary("c"));
    growth = starting(7_777);

    assertThat(kinds()).startsWith(StartServers.KIND, GrowStore.KIND);
    ChangePlan plan = plans().get(0);
    StartServers action = (StartServers) plan.action();
    assertThat(plan.reason())
        .isEqualTo("1 of 4 nodes with subtasks have no Redis server: d:7777 on node d");
    assertThat(action.servers())
        .containsExactly(new StartServers.Server("d", new ServerAddress("d", 7_777)));
    assertThat(action.shares())
        .containsExactly(new PlanAction.AlignedShare("Toll", action.shares().get(0).before(), 1.0));
    assertThat(skipped()).isEmpty();

    growth = starting(7_777, "c", "e");
    assertThat(kinds()).doesNotContain(StartServers.KIND);
    assertThat(skipped())
        .singleElement()
        .asString()
        .contains("SERVER_MISSING: d: has subtasks and no Redis");
    growth = starting(7_777, "d");
    assertThat(kinds()).contains(StartServers.KIND);

    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("d"));
    assertThat(kinds()).doesNotContain(StartServers.KIND);
    moves = MoveRules.NONE;
    growth = GrowthSettings.TO_MEMBERS;
    assertThat(kinds()).doesNotContain(StartServers.KIND);
    assertThat(skipped())
        .singleElement()
        .asString()
        .contains("SERVER_MISSING: d: has subtasks and no Redis");
  }

  @Test
  void whereLoadIsKnownFewHotHashSlotsMakeANodesPart() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    // 40 hot hash slots on each primary, and nothing else.
    long[] micros = new long[HashSlot.COUNT];
    for (int first : List.of(0, 5_461, 10_923)) {
      Arrays.fill(micros, first, first + 40, 10_000);
    }
    load = Optional.of(new HashSlotLoad(micros));

    ChangePlan plan = plans().get(0);

    assertThat(plan.reason()).contains("by the recent load of hash slots");
    GrowStore action = (GrowStore) plan.action();
    long moved =
        action.moves().stream()
            .flatMap(move -> move.hashSlots().stream())
            .mapToLong(HashSlotSpan::count)
            .sum();
    assertThat(moved).isBetween(26L, 32L); // a quarter of 120, within 5 %
    assertThat(action.moves()).allMatch(move -> move.to().equals("d"));
  }

  @Test
  void aNodeWithItsPartOfTheLoadDoesNotGrowForLackOfHashSlots() {
    primariesUpTo(8_000, 16_000, 16_383);
    subtasks = "abc";
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 16_001, 16_384, 1_000);
    Arrays.fill(micros, 0, 400, 1_000);
    Arrays.fill(micros, 8_001, 8_400, 1_000);

    assertThat(kinds()).contains(GrowStore.KIND);
    load = Optional.of(new HashSlotLoad(micros));
    assertThat(kinds()).doesNotContain(GrowStore.KIND);
  }

  @Test
  void aStoreThatIdlesIsCountedInHashSlots() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    long[] micros = new long[HashSlot.COUNT];
    micros[7] = 99_999;
    load = Optional.of(new HashSlotLoad(micros));

    assertThat(plans().get(0).reason()).doesNotContain("by the load");
    assertThat(plans().get(0).movedHashSlots()).isEqualTo(4_096);
  }

  @Test
  void aNodeGrowsToItsCapacityAndTheOthersStayEven() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    moves = within(capacities(Map.of("d", 3_000), OptionalLong.empty()));

    ChangePlan plan = plans().get(0);

    assertThat(after(((GrowStore) plan.action()).moves()))
        .containsEntry("d", 3_000)
        .allSatisfy((node, count) -> assertThat(count).isIn(3_000, 4_461, 4_462));
    assertThat(plan.reason())
        .endsWith("; d: may own 3000 hash slots (plans.moves.maxHashSlotsPerNode, capacities)");
  }

  @Test
  void aNodeThatOwnsAsMuchAsItMayDoesNotGrow() {
    primariesUpTo(5_460, 10_922, 15_383, 16_383);
    assertThat(kinds()).contains(GrowStore.KIND);

    moves = within(capacities(Map.of("d", 1_000), OptionalLong.empty()));

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
  }

  @Test
  void whereLoadIsBalancedACapacityInHashSlotsIsKept() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    long[] micros = new long[HashSlot.COUNT];
    for (int first : List.of(0, 5_461, 10_923)) {
      Arrays.fill(micros, first, first + 40, 10_000);
    }
    load = Optional.of(new HashSlotLoad(micros));
    moves = within(capacities(Map.of("d", 12), OptionalLong.empty()));

    assertThat(grown()).containsEntry("d", 12);
  }

  @Test
  void whatANodeMayHoldInBytesIsKept() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    for (int i = 0; i < 3; i++) {
      primaries.set(i, withData(primaries.get(i), 5_461_000));
    }
    moves = within(capacities(Map.of(), OptionalLong.of(5_700_000)));
    assertThat(grown()).containsEntry("d", 4_096);

    moves = within(capacities(Map.of(), OptionalLong.of(2_100_000)));
    ChangePlan plan = plans().get(0);
    assertThat(after(((GrowStore) plan.action()).moves()).get("d"))
        .as("about 1009 bytes each")
        .isBetween(1_900, 2_100);
    assertThat(plan.reason())
        .endsWith("d: may own 2.0 MiB (plans.moves.maxBytesPerNode, capacities)");
  }

  @Test
  void aNewServerGetsNoMoreThanItHasMemoryFor() {
    threePrimaries();
    for (int i = 0; i < 3; i++) {
      primaries.set(i, withData(primaries.get(i), 5_461_000));
    }
    ServerMemory small = new ServerMemory(1_000_000, 0, OptionalLong.of(2_000_000));
    empty.add(emptyPrimary("d").withMemory(Optional.of(small)));

    ChangePlan plan = plans().get(0);

    assertThat(after(((GrowStore) plan.action()).moves()).get("d")).isBetween(900, 1_000);
    assertThat(plan.reason()).contains("d:7000: has memory for about ");
  }

  private static NodeCapacities capacities(Map<String, Integer> own, OptionalLong bytes) {
    Map<String, NodeCapacity> ofNodes = new HashMap<>();
    own.forEach(
        (node, most) ->
            ofNodes.put(node, new NodeCapacity(OptionalInt.of(most), OptionalLong.empty())));
    return new NodeCapacities(new NodeCapacity(OptionalInt.empty(), bytes), ofNodes);
  }

  private static Primary withData(Primary primary, long bytes) {
    return primary.withMemory(Optional.of(new ServerMemory(bytes, bytes, OptionalLong.empty())));
  }
}
