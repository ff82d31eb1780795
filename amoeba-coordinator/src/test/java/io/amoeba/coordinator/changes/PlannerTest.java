package io.amoeba.coordinator.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.MigratingPrimary;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacities;
import io.amoeba.coordinator.plan.NodeCapacity;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A keyed stream whose subtasks 0 and 1 are on nodes x and y, each with half of the hash slots. */
class PlannerTest extends LetteredWorld {

  PlannerTest() {
    keyedSubtasks = "xy";
    storeFollows = Optional.of("Statistics");
  }

  @Test
  void theStoreFollowsTheStreamWithTheLeastMovement() {
    primaries.add(primary("x", 0, 8_091));
    primaries.add(primary("y", 8_092, 16_383));

    ChangePlan plan = plan();

    assertThat(plan.reason())
        .isEqualTo(
            "Statistics: 100 hash slots (0.6 %) have their primary away from the subtask with their"
                + " key group");
    MoveHashSlots action = (MoveHashSlots) plan.action();
    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "y", "x", List.of(new HashSlotSpan(8_092, 8_191)), MoveReason.OWNER_GIVEN));
    assertThat(action.addresses()).isEqualTo(Map.of("x", "x:7000", "y", "y:7000"));
    assertThat(action.alignedBefore()).isEqualTo(1 - 100 / 16_384.0);
    assertThat(action.alignedAfter()).isEqualTo(1);
    assertThat(plan.movedHashSlots()).isEqualTo(100);
  }

  @Test
  void aStoreThatFollowsNeedsNoPlan() {
    primaries.add(primary("x", 0, 8_191));
    primaries.add(primary("y", 8_192, 16_383));

    assertThat(plans()).isEmpty();
  }

  @Test
  void hashSlotsOfNodesWithoutASubtaskStay() {
    primaries.add(primary("x", 0, 8_000));
    primaries.add(primary("z", 8_001, 9_000));
    primaries.add(primary("y", 9_001, 16_000));
    primaries.add(
        new Primary("x2", "x", 7001, List.of(), List.of(new HashSlotSpan(16_001, 16_383))));

    MoveHashSlots action = (MoveHashSlots) plan().action();

    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "x2", "y", List.of(new HashSlotSpan(16_001, 16_383)), MoveReason.OWNER_GIVEN));
    assertThat(action.alignedAfter()).isEqualTo(1 - 1_000 / 16_384.0);
  }

  @Test
  void primariesOfOneNodeShareWhatComesAndKeepWhatTheyHave() {
    primaries.add(primary("x", 0, 7_999));
    primaries.add(primary("y", 8_000, 16_383));
    primaries.add(new Primary("y2", "y", 7001, List.of(), List.of()));

    MoveHashSlots action = (MoveHashSlots) plan().action();

    assertThat(action.moves()).extracting(HashSlotMove::from).containsOnly("y");
    assertThat(action.moves()).extracting(HashSlotMove::to).containsOnly("x");
    assertThat(action.movedHashSlots()).isEqualTo(192);
  }

  @Test
  void anEmptyPrimaryGetsHashSlotsOnlyWhereItsNodeHasNoOther() {
    primaries.add(primary("x", 0, 16_383));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));
    empty.add(new Primary("y2", "y", 7001, List.of(), List.of()));
    empty.add(new Primary("x2", "x", 7001, List.of(), List.of()));

    MoveHashSlots action = (MoveHashSlots) plan().action();

    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "x", "y", List.of(new HashSlotSpan(8_192, 16_383)), MoveReason.OWNER_GIVEN));
  }

  @Test
  void hashSlotsWithoutAPrimaryHaveToBeAssignedFirst() {
    primaries.add(primary("x", 0, 8_000));
    primaries.add(primary("y", 8_092, 16_383));
    primaries.add(new Primary("y2", "y", 7001, List.of(), List.of(new HashSlotSpan(8_001, 8_010))));

    assertThat(plans()).isEmpty();
  }

  @Test
  void whatMayNotMoveStaysAndTheReasonSaysSo() {
    primaries.add(primary("x", 0, 7_999));
    primaries.add(primary("y", 8_000, 16_383));
    moves = new MoveRules(List.of(new HashSlotSpan(8_100, 9_000)), Set.of(), Set.of(), Set.of());

    MoveHashSlots action = (MoveHashSlots) plan().action();

    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "y", "x", List.of(new HashSlotSpan(8_000, 8_099)), MoveReason.OWNER_GIVEN));
    assertThat(action.alignedAfter()).isEqualTo(1 - 92 / 16_384.0);
    assertThat(plan().reason())
        .endsWith("; plans.moves.fixedHashSlots: hash slots 8100-8191 may not move");
  }

  @Test
  void primariesAndNodesMayKeepTheirHashSlotsAndNodesMayGetNone() {
    primaries.add(primary("x", 0, 7_999));
    primaries.add(primary("y", 8_000, 16_383));

    moves = new MoveRules(List.of(), Set.of("y:7000"), Set.of(), Set.of());
    assertThat(plans()).isEmpty();
    assertThat(skipped())
        .containsExactly(
            "HASH_SLOTS_FIXED: plans.moves.fixedPrimaries: hash slots 8000-8191 may not leave y:7000");

    moves = new MoveRules(List.of(), Set.of("x:7000"), Set.of("y"), Set.of());
    assertThat(plans()).isEmpty();
    assertThat(skipped())
        .containsExactly(
            "HASH_SLOTS_FIXED: plans.moves.fixedNodes: hash slots 8000-8191 may not leave node y");

    moves = new MoveRules(List.of(), Set.of("x:7000"), Set.of("x"), Set.of("x"));
    assertThat(plans()).isEmpty();
    assertThat(skipped())
        .containsExactly(
            "NODE_FORBIDDEN: plans.moves.forbiddenNodes: hash slots 8000-8191 may not go to node x");

    moves = new MoveRules(List.of(), Set.of("x:7000"), Set.of("x"), Set.of("y"));
    assertThat(plans()).hasSize(1);
    assertThat(skipped()).isEmpty();
  }

  @Test
  void aNodeThatOwnsAsMuchAsItMayGetsNoMore() {
    primaries.add(primary("x", 0, 7_999));
    primaries.add(primary("y", 8_000, 16_383));
    NodeCapacity most = new NodeCapacity(OptionalInt.of(8_100), OptionalLong.empty());
    moves = within(new NodeCapacities(NodeCapacity.UNLIMITED, Map.of("x", most)));

    MoveHashSlots action = (MoveHashSlots) plan().action();

    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "y", "x", List.of(new HashSlotSpan(8_000, 8_099)), MoveReason.OWNER_GIVEN));
    assertThat(plan().reason())
        .endsWith("; x: may own 8100 hash slots (plans.moves.maxHashSlotsPerNode, capacities)");
  }

  @Test
  void aNodeOfTheStreamWithoutAServerGetsOneIfTheStoreGrows() {
    primaries.add(primary("x", 0, 12_287));
    primaries.add(primary("p", 12_288, 16_383));
    assertThat(plans()).isEmpty();
    assertThat(skipped()).isEmpty();

    growth = GrowthSettings.TO_MEMBERS;
    assertThat(plans()).isEmpty();
    assertThat(skipped())
        .containsExactly(
            "SERVER_MISSING: y: has subtasks and no Redis server. Start an empty one there, and CLUSTER MEET it.");

    growth = starting(7_777);
    assertThat(plan().reason())
        .isEqualTo("1 of 2 nodes with subtasks have no Redis server: y:7777 on node y");
    StartServers action = (StartServers) plan().action();
    assertThat(action.servers())
        .containsExactly(new StartServers.Server("y", new ServerAddress("y", 7_777)));
    assertThat(action.shares()).containsExactly(new AlignedShare("Statistics", 0.5, 0.75));
    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("y"));
    assertThat(plans()).isEmpty();
    moves = MoveRules.NONE;

    empty.add(new Primary("y", "y", 7_777, List.of(), List.of()));
    assertThat(plans())
        .extracting(plan -> plan.action().kind())
        .as("the store follows")
        .containsExactly(MoveHashSlots.KIND);
  }

  @Test
  void migrationComesBeforeRouting() {
    subtasks = "xy";
    primaries.add(primary("x", 0, 8_091));
    primaries.add(primary("y", 8_092, 16_383));

    assertThat(plans())
        .extracting(plan -> plan.action().kind())
        .containsExactly(MoveHashSlots.KIND, AlignRouting.KIND);
  }

  @Test
  void primariesOnNodesWithoutASubtaskGoToEmptyMembersOnNodesWithSubtasks() {
    migrations = Optional.of(MigrationRules.KEEPING);
    subtasks = "xy";
    primaries.add(primary("p", 0, 9_999).withKeys(OptionalLong.of(50)));
    primaries.add(primary("q", 10_000, 16_383).withKeys(OptionalLong.of(20)));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));
    empty.add(new Primary("z", "z", 7000, List.of(), List.of()));

    ChangePlan plan = plan();

    assertThat(plan.reason())
        .isEqualTo("2 primaries with 16384 hash slots are on nodes without a subtask: p, q");
    MigratePrimaries action = (MigratePrimaries) plan.action();
    assertThat(action.migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("p:7000 -> x:7000", "q:7000 -> y:7000");
    assertThat(action.migrations())
        .extracting(MigratingPrimary::fromNode)
        .containsExactly("p", "q");
    assertThat(action.old()).isEqualTo(OldPrimary.KEEP);
    assertThat(action.movedHashSlots()).isEqualTo(16_384);
    assertThat(action.movedKeys()).hasValue(70);
    assertThat(action.shares())
        .containsExactly(new AlignedShare("Toll", 0, 1), new AlignedShare("Statistics", 0, 1));
    assertThat(plans())
        .extracting(p -> p.action().kind())
        .as("first migration, then routing")
        .containsExactly(MigratePrimaries.KIND, AlignRouting.KIND);
    assertThat(texts(Planner.plans(world(), List.of(), Map.of(), rules()).skipped())).isEmpty();
  }

  @Test
  void withoutSpareServersPrimariesStayAndSoTheyDoUnlessMigrationsAreWanted() {
    primaries.add(primary("p", 0, 16_383));

    migrations = Optional.of(MigrationRules.KEEPING);
    assertThat(plans()).isEmpty();
    assertThat(texts(Planner.plans(world(), List.of(), Map.of(), rules()).skipped()))
        .singleElement()
        .asString()
        .contains(
            "1 primaries have to leave their nodes, but only 0 of 0 spare servers can take one",
            "Start empty servers on x, y",
            "Without a place: p");

    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));
    migrations = Optional.empty();
    assertThat(plans()).isEmpty();
    assertThat(texts(Planner.plans(world(), List.of(), Map.of(), rules()).skipped())).isEmpty();
  }

  @Test
  void whatCanMigrateDoesAndTheReasonSaysWhatStays() {
    migrations =
        Optional.of(
            new MigrationRules(
                OldPrimary.RETIRE, Set.of("p:7000"), Set.of(), Set.of("y"), OptionalInt.of(1)));
    primaries.add(primary("p", 0, 999));
    primaries.add(primary("q", 1_000, 9_999));
    primaries.add(primary("r", 10_000, 16_383));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));
    empty.add(new Primary("x2", "x", 7001, List.of(), List.of()));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));

    ChangePlan plan = plan();

    MigratePrimaries action = (MigratePrimaries) plan.action();
    assertThat(action.migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("q:7000 -> x:7000");
    assertThat(action.old()).isEqualTo(OldPrimary.RETIRE);
    assertThat(action.shares())
        .containsExactly(new AlignedShare("Statistics", 0, 9_000 / 16_384.0));
    assertThat(plan.reason())
        .startsWith("1 primaries with 9000 hash slots are on nodes without a subtask: q; ")
        .contains("p:7000: may not move, but its node p has no subtask")
        .contains("2 primaries have to leave their nodes, but only 1 of 3 spare servers can")
        .endsWith("Without a place: r:7000");
  }

  @Test
  void primariesDoNotFollowASubtaskToWhereNoneIsCountedOn() {
    migrations = Optional.of(MigrationRules.KEEPING);
    rescales = notOn("x");
    primaries.add(primary("p", 0, 16_383));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));

    assertThat(plans()).isEmpty();
    assertThat(skipped())
        .hasSize(2)
        .contains(
            "NODE_FORBIDDEN: plans.rescale.forbiddenNodes: empty servers on x take no primary");

    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));
    assertThat(((MigratePrimaries) plan().action()).migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("p:7000 -> y:7000");
    assertThat(plan().reason()).doesNotContain("forbiddenNodes");
  }

  @Test
  void aPrimaryIsNotMigratedToAServerWhoseMemoryCannotHoldIt() {
    migrations = Optional.of(MigrationRules.KEEPING);
    primaries.add(primary("p", 0, 9_999).withMemory(memory(60, 0)));
    primaries.add(primary("q", 10_000, 16_383).withMemory(memory(20, 0)));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()).withMemory(memory(0, 32)));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()).withMemory(memory(0, 32)));

    ChangePlan plan = plan();

    assertThat(((MigratePrimaries) plan.action()).migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("q:7000 -> x:7000");
    assertThat(plan.reason())
        .contains("only 1 of 2 spare servers can take one", "1 have too little room")
        .endsWith(
            "; p:7000: finds no room: y:7000: has memory for about 32.0 MiB more (maxmemory is"
                + " 32.0 MiB)");
    assertThat(skipped()).anyMatch(text -> text.endsWith("or start a larger server."));

    empty.set(1, empty.get(1).withMemory(memory(0, 64)));
    assertThat(((MigratePrimaries) plan().action()).migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("p:7000 -> y:7000", "q:7000 -> x:7000");

    empty.set(1, empty.get(1).withMemory(Optional.empty()));
    assertThat(((MigratePrimaries) plan().action()).migrations())
        .as("whoever does not tell has no limit that is known")
        .hasSize(2);
  }

  @Test
  void aPrimaryIsNotMigratedToANodeBeyondItsCapacity() {
    migrations = Optional.of(MigrationRules.KEEPING);
    moves =
        within(
            new NodeCapacities(
                new NodeCapacity(OptionalInt.of(9_000), OptionalLong.empty()), Map.of()));
    primaries.add(primary("p", 0, 9_999));
    primaries.add(primary("q", 10_000, 16_383));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));

    assertThat(((MigratePrimaries) plan().action()).migrations())
        .extracting(MigratingPrimary::text)
        .containsExactly("q:7000 -> x:7000");
    assertThat(plan().reason())
        .contains("y: may own 9000 hash slots (plans.moves.maxHashSlotsPerNode, capacities)");
  }

  /** Both in MiB; most 0: no limit. */
  private static Optional<ServerMemory> memory(long data, long most) {
    return Optional.of(
        new ServerMemory(
            data << 20,
            data << 20,
            most == 0 ? OptionalLong.empty() : OptionalLong.of(most << 20)));
  }

  @Test
  void whereHashSlotsHaveNoPrimaryNoneMigrates() {
    migrations = Optional.of(MigrationRules.KEEPING);
    primaries.add(primary("p", 0, 16_000));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));

    assertThat(plans()).isEmpty();
  }

  @Test
  void aPlanOfMigrationsIsTheSameWhenOnlyItsKeysAreCountedAgain() {
    migrations = Optional.of(MigrationRules.KEEPING);
    primaries.add(primary("p", 0, 9_999).withKeys(OptionalLong.of(50)));
    primaries.add(primary("q", 10_000, 16_383));
    empty.add(new Primary("x", "x", 7000, List.of(), List.of()));
    empty.add(new Primary("y", "y", 7000, List.of(), List.of()));
    PlanAction before = plan().action();
    assertThat(before.movedKeys()).isEmpty();
    primaries.set(0, primaries.get(0).withKeys(OptionalLong.of(51)));

    assertThat(plan().action().sameOutcome(before)).isTrue();
    empty.remove(1);
    assertThat(plan().action().sameOutcome(before)).isFalse();
    assertThat(before.leaves(plan().action())).isTrue();
    assertThat(plan().action().leaves(before)).isFalse();
  }

  @Test
  void costAndGainOfMovesAreThoseOfHashSlots() {
    primaries.add(primary("x", 0, 8_091));
    primaries.add(primary("y", 8_092, 16_383));

    Proposal proposal = Proposal.of(plan(), "here", world(), Optional.of(Duration.ofMillis(5)));

    assertThat(proposal.cost().movedHashSlots()).isEqualTo(100);
    assertThat(proposal.cost().movedKeys()).isEmpty();
    assertThat(proposal.cost().expectedDuration()).contains(Duration.ofMillis(5));
    assertThat(proposal.gain()).isEqualTo(new PlanGain.LocalShare(1 - 100 / 16_384.0, false, 1));
    assertThat(proposal.isWorthIt(100 / 16_384.0)).isTrue();
    assertThat(proposal.isWorthIt(101 / 16_384.0)).isFalse();
  }

  @Test
  void theStreamsPartOfTheFingerprintStaysWhenTheStoreChanges() {
    primaries.add(primary("x", 0, 8_091));
    primaries.add(primary("y", 8_092, 16_383));
    String before = TopologyFingerprint.of(world()).orElseThrow();
    primaries.clear();
    primaries.add(primary("x", 0, 8_092));
    primaries.add(primary("y", 8_093, 16_383));
    String after = TopologyFingerprint.of(world()).orElseThrow();

    assertThat(after).isNotEqualTo(before);
    assertThat(TopologyFingerprint.sameStream(before, after)).isTrue();
    subtasks = "xy";
    assertThat(
            TopologyFingerprint.sameStream(before, TopologyFingerprint.of(world()).orElseThrow()))
        .isFalse();
  }

  private ChangePlan plan() {
    return plans().get(0);
  }
}
