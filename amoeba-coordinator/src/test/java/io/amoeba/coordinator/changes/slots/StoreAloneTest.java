package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.LetteredWorld;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.members.MemberDifference;
import io.amoeba.coordinator.members.MemberDifference.Effect;
import io.amoeba.coordinator.members.MemberFit;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A store for which no stream processor is configured. */
class StoreAloneTest extends LetteredWorld {

  StoreAloneTest() {
    storeAlone = true;
    growth = GrowthSettings.TO_MEMBERS;
  }

  @Test
  void aNewServerGetsAsMuchAsEachOther() {
    threePrimaries();
    empty.add(emptyPrimary("d"));

    ChangePlan plan = plans().get(0);

    GrowStore action = (GrowStore) plan.action();
    assertThat(plan.reason())
        .isEqualTo(
            "the store is uneven on 1 of 4 primaries: d:7000 has 0 hash slots, its share is 4096");
    assertThat(action.nodes()).containsExactly("d");
    assertThat(action.shares()).isEmpty();
    assertThat(action.awaited()).as("there is no routing that could follow").isEmpty();
    assertThat(after(action.moves()))
        .isEqualTo(Map.of("a", 4_096, "b", 4_096, "c", 4_096, "d", 4_096));
    assertThat(kinds()).containsExactly(GrowStore.KIND);
    assertThat(skipped()).isEmpty();
  }

  @Test
  void serversOfOneNodeCountEach() {
    primariesUpTo(8_191, 16_383);
    empty.add(new Primary("a2", "a", 7001, List.of(), List.of()));

    assertThat(grown()).isEqualTo(Map.of("a", 5_462, "b", 5_461, "a2", 5_461));
  }

  @Test
  void unequalPrimariesBecomeEqualAndASmallImbalanceStays() {
    primariesUpTo(9_999, 13_191, 16_383);

    ChangePlan plan = plans().get(0);

    assertThat(plan.reason())
        .isEqualTo(
            "the store is uneven on 1 of 3 primaries: a:7000 has 10000 hash slots, its share is 5461");
    assertThat(((GrowStore) plan.action()).nodes()).containsExactly("b", "c");
    assertThat(after(((GrowStore) plan.action()).moves()))
        .isEqualTo(Map.of("a", 5_462, "b", 5_461, "c", 5_461));

    primaries.set(0, primary("a", 0, 7_999));
    primaries.set(1, primary("b", 8_000, 12_191));
    primaries.set(2, primary("c", 12_192, 16_383));
    assertThat(kinds()).isEmpty();
  }

  @Test
  void hotHashSlotsAreSpread() {
    threePrimaries();
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 0, 100, 10_000);
    load = Optional.of(new HashSlotLoad(micros));

    GrowStore action = growStore();

    assertThat(action.moves()).allMatch(move -> move.from().equals("a"));
    assertThat(action.moves()).extracting(HashSlotMove::to).contains("b", "c");
    long hot =
        action.moves().stream()
            .flatMap(move -> move.hashSlots().stream())
            .flatMapToInt(span -> IntStream.rangeClosed(span.from(), span.to()))
            .filter(hashSlot -> hashSlot < 100)
            .count();
    assertThat(hot).isBetween(63L, 67L);
  }

  @Test
  void aPlanThatWaitsOutlivesSmallChangesOfTheLoad() {
    threePrimaries();
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 0, 100, 10_000);
    load = Optional.of(new HashSlotLoad(micros));
    GrowStore before = growStore();

    Arrays.fill(micros, 0, 10, 8_000);
    load = Optional.of(new HashSlotLoad(micros));
    GrowStore after = growStore();

    assertThat(after.moves()).isNotEqualTo(before.moves());
    assertThat(before.sameOutcome(after)).isTrue();
  }

  @Test
  void oneHotHashSlotMovesNothingAgainAndAgain() {
    threePrimaries();
    long[] micros = new long[HashSlot.COUNT];
    Arrays.fill(micros, 100);
    micros[0] = 100_000_000;
    load = Optional.of(new HashSlotLoad(micros));

    assertThat(kinds()).isEmpty();
  }

  @Test
  void aServerThatMayNotGainKeepsWhatItHas() {
    primariesUpTo(7_999, 15_999, 16_383);
    assertThat(kinds()).containsExactly(GrowStore.KIND);

    moves = new MoveRules(List.of(), Set.of(), Set.of(), Set.of("c"));

    assertThat(kinds()).isEmpty();
    assertThat(skipped()).isEmpty();
  }

  @Test
  void whatMayNotMoveStays() {
    primariesUpTo(9_999, 13_191, 16_383);
    moves = new MoveRules(List.of(new HashSlotSpan(0, 6_000)), Set.of(), Set.of(), Set.of());

    assertThat(grown()).containsEntry("a", 6_001);
  }

  @Test
  void aServerThatDiffersGetsNothingAndIsNamed() {
    threePrimaries();
    MemberDifference lacks =
        new MemberDifference(
            Effect.BREAKS,
            MemberDifference.Subject.MODULES,
            "the module bf is not loaded",
            "Load it.");
    empty.add(emptyPrimary("d").withFit(Optional.of(new MemberFit(List.of(lacks), List.of()))));

    assertThat(kinds()).isEmpty();
    assertThat(skipped())
        .containsExactly("SERVER_DIFFERS: d:7000: the module bf is not loaded. Load it.");
  }

  @Test
  void nothingMovesWhileHashSlotsHaveNoPrimary() {
    primaries.add(primary("a", 1, 16_383));
    empty.add(emptyPrimary("b"));

    assertThat(kinds()).isEmpty();
  }

  @Test
  void thereIsNoPlanUnlessItIsAskedFor() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    growth = GrowthSettings.NONE;

    assertThat(kinds()).isEmpty();
  }

  @Test
  void theGainIsNotThatOfRequests() {
    threePrimaries();
    empty.add(emptyPrimary("d"));
    ClusterSnapshot world = world();

    Proposal proposal = Proposal.of(plans().get(0), "here", world, Optional.empty());

    assertThat(proposal.gain()).isEqualTo(PlanGain.NONE);
    assertThat(proposal.isWorthIt(0.5)).isTrue();
  }
}
