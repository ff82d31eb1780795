package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.amoeba.coordinator.changes.LetteredWorld;
import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacities;
import io.amoeba.coordinator.plan.NodeCapacity;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.HashSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A job that has shrunk to nodes that are named by the letters of a text; all subtasks began at 0.
 */
class StoreDrainTest extends LetteredWorld {

  private static final long MEBI = 1 << 20;
  private static final Duration AFTER = Duration.ofMinutes(10);

  StoreDrainTest() {
    subtasks = "ab";
    drain = new DrainSettings(true, AFTER);
    now = Instant.EPOCH.plus(AFTER);
  }

  @Test
  void hashSlotsOfANodeWithoutASubtaskGoToTheOthersAndNothingElseMoves() {
    threePrimaries();

    ChangePlan plan = plans().get(0);

    DrainStore action = (DrainStore) plan.action();
    assertThat(plan.reason())
        .isEqualTo(
            "1 of 3 nodes with hash slots have no subtask: c; 5461 hash slots go from c to a, b");
    assertThat(action.nodes()).containsExactly("c");
    assertThat(action.moves()).extracting(HashSlotMove::from).containsOnly("c");
    assertThat(action.moves())
        .extracting(HashSlotMove::reason)
        .containsOnly(MoveReason.PRIMARY_LEAVES);
    assertThat(after(action.moves())).isEqualTo(Map.of("a", 8_192, "b", 8_192, "c", 0));
    assertThat(action.addresses()).containsEntry("c", "c:7000").hasSize(3);
    assertThat(action.shares()).containsExactly(new AlignedShare("Toll", 0, 1));
    assertThat(kinds()).as("routing follows").containsExactly(DrainStore.KIND, AlignRouting.KIND);
  }

  @Test
  void itIsDoneOnlyIfSomebodyWantsIt() {
    threePrimaries();
    drain = DrainSettings.NONE;

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped()).isEmpty();
  }

  @Test
  void itIsWorthItWhateverTheLocalHitRateBecomes() {
    threePrimaries();
    DrainStore made = drained();
    DrainStore local =
        new DrainStore(
            made.nodes(), List.of(new AlignedShare("Toll", 1, 1)), made.moves(), made.addresses());

    Proposal proposal =
        Proposal.of(new ChangePlan("apart", local), "here", world(), Optional.empty());

    assertThat(((PlanGain.LocalShare) proposal.gain()).rise()).isZero();
    assertThat(proposal.isWorthIt(0.5)).isTrue();
  }

  @Test
  void anImbalanceBetweenTheNodesOfTheJobStaysAndIsMadeSmaller() {
    primariesUpTo(9_999, 10_999, 16_383);

    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 10_000, "b", 6_384, "c", 0));
  }

  @Test
  void partsAreThoseOfTheSubtasks() {
    subtasks = "aaab";
    threePrimaries();
    primaries.set(0, primary("a", 0, 0));
    primaries.set(1, primary("b", 1, 1));
    primaries.set(2, primary("c", 2, 16_383));

    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 12_288, "b", 4_096, "c", 0));
  }

  @Test
  void aNodeIsLeftOnlyWhenItHasHadNoSubtaskForSomeTime() {
    threePrimaries();
    now = now.minusMillis(1);

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "DRAIN_WAITS: plans.drain.stabilizationWindow: the store leaves c, where no subtask is, when all subtasks have run for 600 s where they are");
    drain = new DrainSettings(true, Duration.ZERO);
    assertThat(kinds()).contains(DrainStore.KIND);
  }

  @Test
  void whatMayNotLeaveStaysAndTheReasonSaysSo() {
    threePrimaries();
    primaries.set(0, primary("a", 0, 2_000));
    primaries.add(primary("d", 2_001, 5_460));
    moves =
        new MoveRules(
            List.of(new HashSlotSpan(11_000, 11_009)), Set.of("d:7000"), Set.of(), Set.of());

    ChangePlan plan = plans().get(0);

    DrainStore action = (DrainStore) plan.action();
    assertThat(action.nodes()).containsExactly("c");
    assertThat(after(action.moves())).containsEntry("c", 10).containsEntry("d", 3_460);
    assertThat(plan.reason())
        .startsWith("2 of 4 nodes with hash slots have no subtask: c, d; 5451 hash slots go from c")
        .contains("plans.moves.fixedHashSlots: hash slots 11000-11009 may not move")
        .contains("plans.moves.fixedPrimaries: hash slots 2001-5460 may not leave d:7000");
    assertThat(action.shares().get(0).after()).isEqualTo((16_384 - 3_470) / 16_384.0);

    moves = new MoveRules(List.of(), Set.of(), Set.of("c", "d"), Set.of());
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "HASH_SLOTS_FIXED: plans.moves.fixedNodes: hash slots 10923-16383 may not leave node c",
            "HASH_SLOTS_FIXED: plans.moves.fixedNodes: hash slots 2001-5460 may not leave node d");
  }

  @Test
  void excludedNodesGainNothing() {
    threePrimaries();
    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("a"));
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 5_461, "b", 10_923, "c", 0));

    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("a", "b"));
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .containsExactly(
            "NO_DESTINATION: plans.drain: the store does not leave c: no primary on a node with subtasks may gain hash slots. Let plans.moves allow one of these nodes.");
  }

  @Test
  void withTooLittleMemoryElsewhereNothingMoves() {
    threePrimaries();
    memory(0, 50, 40, 100);
    memory(1, 50, 40, 80);
    memory(2, 100, 90, 1_000);

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .singleElement()
        .asString()
        .startsWith("CAPACITY_TOO_SMALL: plans.drain: the store does not leave c: ")
        .contains(
            " of 5461 hash slots there find no room on a, b; ",
            "a:7000: has memory for about 50.0 MiB more (maxmemory is 100.0 MiB)",
            "b:7000: has memory for about 30.0 MiB more (maxmemory is 80.0 MiB)")
        .endsWith(". Raise the limits, or give the job more nodes.");
  }

  @Test
  void whatOnePrimaryHasNoMemoryForGoesToAnother() {
    threePrimaries();
    memory(0, 50, 40, 60);
    memory(1, 50, 40, 0);
    memory(2, 100, 80, 1_000);

    ChangePlan plan = plans().get(0);

    Map<String, Integer> after = after(((DrainStore) plan.action()).moves());
    assertThat(after).containsEntry("c", 0);
    assertThat(after.getOrDefault("a", 0) - 5_461)
        .as("an eighth, with 10 of 80 MiB")
        .isBetween(600, 683);
    assertThat(plan.reason())
        .endsWith("; a:7000: has memory for about 10.0 MiB more (maxmemory is 60.0 MiB)");
  }

  @Test
  void withoutALimitOrAnAnswerMemoryKeepsNothing() {
    threePrimaries();
    memory(0, 50, 40, 0);
    memory(2, 100, 90, 1);

    assertThat(after(drained().moves())).containsEntry("c", 0);
  }

  @Test
  void capacitiesOfNodesAreKeptAndWhatOneCannotTakeGoesToTheOther() {
    threePrimaries();
    moves = within(hashSlots(Map.of("a", 6_000)));
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 6_000, "b", 10_384, "c", 0));
    assertThat(plans().get(0).reason())
        .endsWith("a: may own 6000 hash slots (plans.moves.maxHashSlotsPerNode, capacities)");

    moves = within(hashSlots(Map.of("a", 6_000, "b", 6_000)));
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .singleElement()
        .asString()
        .contains("find no room on a, b; a, b: may own 6000 hash slots");
  }

  @Test
  void nodesWithALimitOfBytesGainNothingFromWhoDoesNotTellItsSize() {
    threePrimaries();
    memory(0, 50, 40, 0);
    memory(1, 50, 40, 0);
    NodeCapacity most = new NodeCapacity(OptionalInt.empty(), OptionalLong.of(100 * MEBI));
    moves = within(new NodeCapacities(most, Map.of()));

    assertThat(kinds()).containsExactly(AlignRouting.KIND);
    assertThat(skipped())
        .singleElement()
        .asString()
        .contains("a, b: gains nothing", "while the size of c:7000 is not known");

    memory(2, 50, 40, 0);
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 8_192, "b", 8_192, "c", 0));
    memory(2, 150, 140, 0);
    assertThat(kinds()).containsExactly(AlignRouting.KIND);
  }

  @Test
  void whereLoadIsKnownItIsBalancedAndAlsoTheHottestHashSlotFindsAPlace() {
    threePrimaries();
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 0, 100, 1_000);
    Arrays.fill(micros, 5_461, 5_561, 3_000);
    Arrays.fill(micros, 10_923, 11_123, 1_000);
    load = Optional.of(new HashSlotLoad(micros));

    ChangePlan even = plans().get(0);
    assertThat(even.reason()).endsWith("; shares are by the recent load of hash slots");
    long hotToA =
        ((DrainStore) even.action())
            .moves().stream()
                .filter(move -> move.to().equals("a"))
                .flatMap(move -> move.hashSlots().stream())
                .mapToLong(s -> Math.max(0, Math.min(s.to(), 11_122) - s.from() + 1))
                .sum();
    assertThat(hotToA).as("a has 100, b 300 of 600").isBetween(185L, 200L);

    micros[16_000] = 10_000_000;
    load = Optional.of(new HashSlotLoad(micros));
    assertThat(after(drained().moves())).containsEntry("c", 0);
  }

  @Test
  void aStoreByLoadGivesNothingToExcludedNodesEither() {
    threePrimaries();
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 0, 200, 1_000);
    load = Optional.of(new HashSlotLoad(micros));
    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("b"));

    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 10_922, "b", 5_462, "c", 0));
  }

  @Test
  void emptyMembersTakePartWhereTheStoreGrows() {
    subtasks = "ad";
    threePrimaries();
    empty.add(new Primary("d", "d", 7000, List.of(), List.of()));
    empty.add(new Primary("c2", "c", 7001, List.of(), List.of()));
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 16_384, "b", 0, "c", 0));

    growth = GrowthSettings.TO_MEMBERS;
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 8_192, "b", 0, "c", 0, "d", 8_192));
  }

  @Test
  void wholePrimariesMigrateFirst() {
    subtasks = "ad";
    threePrimaries();
    empty.add(new Primary("d", "d", 7000, List.of(), List.of()));
    migrations = Optional.of(MigrationRules.KEEPING);

    assertThat(kinds()).containsExactly(MigratePrimaries.KIND, DrainStore.KIND, AlignRouting.KIND);
  }

  @Test
  void whileNotEnoughIsKnownNoNodeIsLeft() {
    threePrimaries();
    primaries.set(2, primary("c", 10_923, 16_382));

    assertThat(kinds()).doesNotContain(DrainStore.KIND);
  }

  @Test
  void ofAKeyedStreamHashSlotsGoToTheNodeOfTheirKeyGroup() {
    subtasks = "";
    keyedSubtasks = "ab";
    storeFollows = Optional.of("Statistics");
    primaries.add(primary("a", 0, 4_095));
    primaries.add(primary("c", 4_096, 12_287));
    primaries.add(primary("b", 12_288, 16_383));

    DrainStore action = drained();

    assertThat(kinds()).containsExactly(DrainStore.KIND);
    assertThat(action.moves())
        .containsExactly(
            new HashSlotMove(
                "c", "a", List.of(new HashSlotSpan(4_096, 8_191)), MoveReason.PRIMARY_LEAVES),
            new HashSlotMove(
                "c", "b", List.of(new HashSlotSpan(8_192, 12_287)), MoveReason.PRIMARY_LEAVES));
    assertThat(action.shares()).containsExactly(new AlignedShare("Statistics", 0.5, 1));
  }

  @Test
  void ofAKeyedStreamTheStoreFollowsFirstAndOnlyWhatIsApartIsDrained() {
    subtasks = "";
    keyedSubtasks = "ab";
    storeFollows = Optional.of("Statistics");
    primaries.add(primary("b", 0, 4_095));
    primaries.add(primary("c", 4_096, 8_191));
    primaries.add(primary("a", 8_192, 16_383));

    assertThat(kinds()).containsExactly(MoveHashSlots.KIND, DrainStore.KIND);
    DrainStore action = (DrainStore) plans().get(1).action();
    assertThat(action.moves()).extracting(HashSlotMove::from).containsOnly("c");
    assertThat(action.moves()).extracting(HashSlotMove::to).containsOnly("a");
  }

  @Test
  void ofAKeyedStreamAHashSlotWhoseNodeHasNoPrimaryGoesToAnotherOne() {
    subtasks = "";
    keyedSubtasks = "ab";
    storeFollows = Optional.of("Statistics");
    primaries.add(primary("a", 0, 8_191));
    primaries.add(primary("c", 8_192, 16_383));
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 16_384, "c", 0));

    empty.add(new Primary("b", "b", 7000, List.of(), List.of()));
    assertThat(after(drained().moves())).isEqualTo(Map.of("a", 8_192, "b", 8_192, "c", 0));
  }

  @Test
  void aNodeWithSubtasksOfAnyOperatorIsNotLeft() {
    subtasks = "ac";
    keyedSubtasks = "ab";
    storeFollows = Optional.of("Statistics");
    threePrimaries();

    assertThat(kinds()).doesNotContain(DrainStore.KIND);
  }

  @Test
  void aPlanIsTheSameWhileTheSameHashSlotsLeaveToAboutTheSameParts() {
    threePrimaries();
    memory(0, 50, 40, 60);
    memory(1, 50, 40, 0);
    memory(2, 100, 80, 1_000);
    DrainStore made = drained();

    memory(0, 50, 40, 62);
    DrainStore later = drained();
    assertThat(later.moves()).isNotEqualTo(made.moves());
    assertThat(made.sameOutcome(later)).isTrue();

    memory(0, 50, 40, 90);
    assertThat(made.sameOutcome(drained())).as("much more for a").isFalse();
    memory(0, 50, 40, 60);
    moves = new MoveRules(List.of(new HashSlotSpan(11_000, 11_000)), Set.of(), Set.of(), Set.of());
    assertThat(made.sameOutcome(drained())).as("one may not leave").isFalse();
  }

  @Test
  void aRejectedDrainIsNotMadeAgainForAPartOfIt() {
    subtasks = "a";
    threePrimaries();
    PlanAction both = drained();
    subtasks = "ab";
    PlanAction one = drained();

    assertThat(both.leaves(one)).isTrue();
    assertThat(one.leaves(both)).isFalse();
  }

  @Test
  void itsCostInBytesIsThatOfTheHashSlotsThatLeave() {
    threePrimaries();
    assertThat(cost().movedBytes()).as("nobody has told").isEmpty();

    memory(2, 100, 80, 0);
    assertThat(cost().movedBytes()).hasValue(80 * MEBI);
    assertThat(cost().movedHashSlots()).isEqualTo(5_461);
    moves = new MoveRules(List.of(new HashSlotSpan(10_923, 13_652)), Set.of(), Set.of(), Set.of());
    assertThat(cost().movedBytes().orElseThrow()).isBetween(39 * MEBI, 41 * MEBI);
  }

  @Test
  void itsDryRunSaysWhatFitsWhatStaysAndWhatIsGained() {
    threePrimaries();
    moves = new MoveRules(List.of(new HashSlotSpan(11_000, 11_000)), Set.of(), Set.of(), Set.of());
    assertThat(tried().checks())
        .contains(
            PlanCheck.unknown(
                PlanCheck.Subject.ROOM,
                "3 of 3 servers do not report their memory: a:7000, b:7000, c:7000"));

    memory(0, 100, 80, 1_000);
    memory(1, 100, 80, 0);
    memory(2, 100, 80, 0);

    DryRunResult tried = tried();

    assertThat(tried.seenAt()).isEqualTo(now);
    assertThat(texts(tried.skipped()))
        .containsExactly(
            "HASH_SLOTS_FIXED: plans.moves.fixedHashSlots: hash slot 11000 may not move");
    assertThat(tried.checks())
        .extracting(PlanCheck::subject, PlanCheck::outcome, PlanCheck::text)
        .containsExactly(
            tuple(
                PlanCheck.Subject.SEEN,
                PlanCheck.Outcome.MET,
                "job and store are seen for certain, as topology here"),
            tuple(
                PlanCheck.Subject.ROOM,
                PlanCheck.Outcome.MET,
                "what moves has room on 2 servers, of which 1 have no maxmemory"),
            tuple(
                PlanCheck.Subject.RISE,
                PlanCheck.Outcome.MET,
                "the plan changes the number of nodes, regardless of the local-hit rate"));
  }

  @Test
  void aPlanThatWasMadeForMoreRoomThanThereIsDoesNotPassItsDryRun() {
    threePrimaries();
    ChangePlan plan = plans().get(0);
    memory(0, 100, 80, 110);
    memory(1, 100, 80, 1_000);
    memory(2, 100, 80, 0);

    assertThat(tried(plan).checks())
        .contains(
            PlanCheck.of(
                PlanCheck.Subject.ROOM,
                false,
                "a:7000: has memory for about 10.0 MiB more (maxmemory is 110.0 MiB)"));
  }

  private DryRunResult tried() {
    return tried(plans().get(0));
  }

  private DryRunResult tried(ChangePlan plan) {
    Proposal proposal = Proposal.of(plan, "here", world(), Optional.empty());
    return DryRunResult.of(
        proposal, world(), rules().moves(), rules().minLocalityGain(), allSkipped());
  }

  private PlanCost cost() {
    return Proposal.of(plans().get(0), "here", world(), Optional.empty()).cost();
  }

  private DrainStore drained() {
    return plans().stream()
        .map(ChangePlan::action)
        .filter(DrainStore.class::isInstance)
        .map(DrainStore.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError(skipped().toString()));
  }

  private static NodeCapacities hashSlots(Map<String, Integer> most) {
    Map<String, NodeCapacity> own = new HashMap<>();
    most.forEach(
        (node, count) ->
            own.put(node, new NodeCapacity(OptionalInt.of(count), OptionalLong.empty())));
    return new NodeCapacities(NodeCapacity.UNLIMITED, own);
  }

  /** In MiB; most 0: no limit. */
  private void memory(int index, long used, long data, long most) {
    ServerMemory memory =
        new ServerMemory(
            used * MEBI,
            data * MEBI,
            most == 0 ? OptionalLong.empty() : OptionalLong.of(most * MEBI));
    primaries.set(index, primaries.get(index).withMemory(Optional.of(memory)));
  }
}
