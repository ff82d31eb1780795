package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashSlotMovePlannerTest {

  private static final MoveConstraints NONE = MoveConstraints.NONE;

  @Test
  void newPrimaryGetsItsShareFromAllOthers() {
    StoreLayout layout = new StoreLayout(primaries(4), blocks(HashSlot.COUNT, 3));

    MovePlan plan = planned(MoveRequest.of(layout, NONE));

    assertThat(plan.movedHashSlots()).isEqualTo(4096);
    assertThat(plan.movedBytes()).isEmpty();
    assertThat(plan.leastPossible()).isEqualTo(4096);
    assertThat(plan.moves()).extracting(HashSlotMove::to).containsOnly("p3");
    assertThat(plan.moves()).extracting(HashSlotMove::reason).containsOnly(MoveReason.ABOVE_TARGET);
    assertThat(plan.moves()).allMatch(move -> move.hashSlots().size() == 1);
    assertThat(counts(plan.ownersAfter(layout), 4)).containsOnly(4096);
  }

  @Test
  void evenStoreStaysAsItIs() {
    StoreLayout layout = new StoreLayout(primaries(3), blocks(HashSlot.COUNT, 3));

    assertThat(planned(MoveRequest.of(layout, NONE)).moves()).isEmpty();
    assertThat(planned(MoveRequest.of(layout.withLoad(ones(HashSlot.COUNT)), NONE)).moves())
        .isEmpty();
  }

  @Test
  void primaryThatLeavesGivesEverythingAway() {
    List<TargetPrimary> primaries = new ArrayList<>(primaries(4));
    primaries.set(1, primaries.get(1).leaving());
    StoreLayout layout = new StoreLayout(primaries, blocks(16, 4));

    MovePlan plan = planned(MoveRequest.of(layout, NONE));

    assertThat(plan.movedHashSlots()).isEqualTo(4);
    assertThat(plan.moves()).extracting(HashSlotMove::from).containsOnly("p1");
    assertThat(plan.moves())
        .extracting(HashSlotMove::reason)
        .containsOnly(MoveReason.PRIMARY_LEAVES);
  }

  @Test
  void primaryWithoutLoadThatLeavesGivesEverythingAway() {
    List<TargetPrimary> primaries = new ArrayList<>(primaries(3));
    primaries.set(0, primaries.get(0).leaving());
    long[] load = ones(12);
    Arrays.fill(load, 0, 4, 0);
    StoreLayout layout = new StoreLayout(primaries, blocks(12, 3)).withLoad(load);

    MovePlan plan = planned(MoveRequest.of(layout, NONE));

    assertThat(counts(plan.ownersAfter(layout), 3)).containsExactly(0, 6, 6);
  }

  @Test
  void primariesOfForbiddenNodesAreEmptied() {
    StoreLayout layout = new StoreLayout(primaries(4), blocks(16, 4));

    MovePlan plan = planned(MoveRequest.of(layout, NONE.forbidding(Set.of("n2"))));

    assertThat(counts(plan.ownersAfter(layout), 4)).containsExactly(6, 5, 0, 5);
    assertThat(plan.moves())
        .extracting(HashSlotMove::reason)
        .containsOnly(MoveReason.NODE_FORBIDDEN);
  }

  @Test
  void sharesDecideHowMuchAPrimaryOwns() {
    List<TargetPrimary> primaries =
        List.of(TargetPrimary.of("p0", "n0").withShare(3), TargetPrimary.of("p1", "n1"));
    StoreLayout layout = new StoreLayout(primaries, blocks(16, 2));

    assertThat(counts(planned(MoveRequest.of(layout, NONE)).ownersAfter(layout), 2))
        .containsExactly(12, 4);
  }

  @Test
  void capacityLimitsAShareAndThePlanSaysSo() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("p0", "n0"),
            TargetPrimary.of("p1", "n1").withCapacity(2),
            TargetPrimary.of("p2", "n2"),
            TargetPrimary.of("p3", "n2"));
    StoreLayout layout = new StoreLayout(primaries, new int[16]);

    MovePlan plan = planned(MoveRequest.of(layout, NONE.limitingNodes(Map.of("n2", 6L))));

    assertThat(counts(plan.ownersAfter(layout), 4)).containsExactly(8, 2, 3, 3);
    assertThat(plan.notes())
        .containsExactly(
            "node n2 gets its capacity of 6 instead of its share of 16.0",
            "primary p1 gets its capacity of 2 instead of its share of 8.0");
  }

  @Test
  void fixedHashSlotsStayAndThePlanSaysSo() {
    StoreLayout layout = new StoreLayout(primaries(2), new int[10]);

    MovePlan plan = planned(MoveRequest.of(layout, NONE.fixing(List.of(new HashSlotSpan(0, 7)))));

    assertThat(plan.moves())
        .containsExactly(
            new HashSlotMove("p0", "p1", List.of(new HashSlotSpan(8, 9)), MoveReason.ABOVE_TARGET));
    assertThat(plan.notes())
        .containsExactly("primary p0 keeps 8 that may not move instead of its share of 2.0");
  }

  @Test
  void smallHashSlotsMoveRatherThanLargeOnes() {
    long[] bytes = {9, 1, 9, 1, 9, 1, 9, 1};
    StoreLayout layout = new StoreLayout(primaries(2), new int[8]).withBytes(bytes);

    MovePlan plan = planned(MoveRequest.of(layout, NONE));

    assertThat(plan.movedHashSlots()).isEqualTo(4);
    assertThat(plan.movedBytes()).hasValue(4);
    assertThat(plan.ownersAfter(layout)).containsExactly(0, 1, 0, 1, 0, 1, 0, 1);
  }

  @Test
  void hashSlotsChangeWithinANodeFirst() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("a0", "a"),
            TargetPrimary.of("b0", "b"),
            TargetPrimary.of("a1", "a"),
            TargetPrimary.of("b1", "b"));
    int[] owners = {0, 0, 0, 0, 1, 1, 1, 1};

    MovePlan plan = planned(MoveRequest.of(new StoreLayout(primaries, owners), NONE));

    assertThat(plan.moves())
        .extracting(move -> move.from() + " " + move.to())
        .containsExactlyInAnyOrder("a0 a1", "b0 b1");
  }

  @Test
  void loadIsBalancedWhereItIsKnown() {
    long[] load = {50, 10, 10, 10, 10, 10};
    StoreLayout layout = new StoreLayout(primaries(2), new int[6]).withLoad(load);

    MovePlan plan = planned(MoveRequest.of(layout, NONE.fixing(List.of(new HashSlotSpan(0, 0)))));

    assertThat(plan.movedHashSlots()).isEqualTo(5);
    assertThat(plan.ownersAfter(layout)).containsExactly(0, 1, 1, 1, 1, 1);
  }

  @Test
  void loadThatCannotBeSplitIsSaid() {
    long[] load = {100, 1, 1, 1};
    StoreLayout layout = new StoreLayout(primaries(2), new int[4]).withLoad(load);

    MovePlan plan = infeasible(MoveRequest.of(layout, NONE).within(0.1));

    assertThat(plan.reasons())
        .extracting(Problem::message)
        .containsExactly(
            "p0: no plan was found in which it carries at most 57: 100 stays there (its target is 52,"
                + " the tolerance 10.0 %). Raise the tolerance.");
    assertThat(plan.ownersAfter(layout)).containsExactly(0, 1, 1, 1);
  }

  @Test
  void allReasonsAreGivenAtOnce() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("p0", "n0").withCapacity(2),
            TargetPrimary.of("p1", "n1").leaving(),
            TargetPrimary.of("p2", "n2"),
            TargetPrimary.of("p3", "n3").withCapacity(1));
    int[] owners = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, -1, -1};
    MoveConstraints constraints =
        new MoveConstraints(
            List.of(new HashSlotSpan(0, 2), new HashSlotSpan(5, 5)),
            Set.of("p2"),
            Set.of("n2"),
            Map.of("n0", 1L));

    MovePlan plan = infeasible(MoveRequest.of(new StoreLayout(primaries, owners), constraints));

    assertThat(plan.reasons())
        .extracting(Problem::message)
        .containsExactly(
            "hash slots 10-11 have no primary. Assign them first.",
            "p0: hash slots 0-2 may not move, but the capacity is 2, and they take 3. Let some move,"
                + " or raise it.",
            "p1: hash slot 5 may not move, but the primary has no share. Let them move, or give it a"
                + " share.",
            "p2: hash slots 8-9 may not move, but the node n2 may not host the store. Allow one of"
                + " the two.",
            "n0: the capacity is 1, but the hash slots there that may not move take 3. Let some move,"
                + " or raise it.",
            "primaries and nodes have a capacity of 7 together, but 10 is needed. Raise it, or add"
                + " primaries.");
    assertThat(plan.moves()).extracting(HashSlotMove::to).as("who has room").containsOnly("p3");
    assertThat(plan.movedHashSlots()).isEqualTo(1);
  }

  @Test
  void withoutAnyPrimaryThatMayOwnHashSlotsNothingMoves() {
    StoreLayout layout = new StoreLayout(primaries(2), blocks(8, 2));

    MovePlan plan = infeasible(MoveRequest.of(layout, NONE.forbidding(Set.of("n0", "n1"))));

    assertThat(plan.reasons())
        .extracting(Problem::message)
        .containsExactly(
            "no primary is left that may own hash slots. Give one a share, or allow its node.");
    assertThat(plan.moves()).isEmpty();
  }

  @Test
  void givenOwnersAreFollowed() {
    StoreLayout layout = new StoreLayout(primaries(2), new int[] {0, 0, 1, 1});

    MovePlan plan =
        HashSlotMovePlanner.follow(MoveRequest.of(layout, NONE), new int[] {1, 0, 0, -1});

    assertThat(plan.moves())
        .containsExactly(
            new HashSlotMove("p0", "p1", List.of(new HashSlotSpan(0, 0)), MoveReason.OWNER_GIVEN),
            new HashSlotMove("p1", "p0", List.of(new HashSlotSpan(2, 2)), MoveReason.OWNER_GIVEN));
  }

  @Test
  void givenOwnersThatAreNotAllowedAreAllSaid() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("p0", "n0"),
            TargetPrimary.of("p1", "n1").leaving(),
            TargetPrimary.of("p2", "n2"),
            TargetPrimary.of("p3", "n3").withCapacity(1));
    StoreLayout layout = new StoreLayout(primaries, new int[] {0, 0, 0, 0, 0, -1});
    MoveConstraints constraints =
        NONE.forbidding(Set.of("n2")).fixing(List.of(new HashSlotSpan(0, 0)));

    MovePlan plan =
        HashSlotMovePlanner.follow(
            MoveRequest.of(layout, constraints), new int[] {1, 1, 2, 3, 3, 0});

    assertThat(plan.reasons())
        .extracting(Problem::message)
        .containsExactly(
            "hash slot 5 has no primary. Assign them first.",
            "hash slot 0 may not move, but another owner is asked for. Let them move.",
            "p1: hash slot 1 is asked for, but the primary has no share. Give it a share.",
            "p2: hash slot 2 is asked for, but the node n2 may not host the store. Allow the node.",
            "p3: would own 2, but the capacity is 1. Raise it, or ask for other owners.");
    assertThat(plan.ownersAfter(layout)).containsExactly(0, 0, 0, 3, 0, -1);
  }

  @Test
  void fullNodesSwapHashSlotsAsFarAsRoomAllows() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("p0", "n0").withCapacity(3),
            TargetPrimary.of("p1", "n1").withCapacity(3));
    StoreLayout layout = new StoreLayout(primaries, new int[] {0, 0, 1, 1, 0});

    MovePlan plan =
        HashSlotMovePlanner.follow(
            MoveRequest.of(layout, NONE.fixing(List.of(new HashSlotSpan(4, 4)))),
            new int[] {1, 1, 0, 0, 1});

    assertThat(plan.reasons()).isNotEmpty();
    assertThat(plan.ownersAfter(layout)).containsExactly(1, 1, 0, 0, 0);
  }

  @Test
  void badInputIsRefusedAllAtOnce() {
    List<TargetPrimary> primaries =
        List.of(
            TargetPrimary.of("p0", "n0").withShare(-1),
            TargetPrimary.of("p0", "n1").withCapacity(-5));

    assertThatThrownBy(() -> new StoreLayout(primaries, new int[] {0, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "primary p0 has the share -1.0, expected 0 or more",
            "primary p0 is named twice",
            "primary p0 has the capacity -5, expected 0 or more",
            "hash slot 1 has the owner 2, expected -1 … 1");
    StoreLayout layout = new StoreLayout(primaries(1), new int[2]);
    assertThatThrownBy(() -> layout.withLoad(new long[] {-1}))
        .hasMessageContainingAll(
            "load of 1 hash slots is given, expected 2",
            "hash slot 0 has the load -1, expected 0 or more");
    assertThatThrownBy(
            () ->
                HashSlotMovePlanner.balance(
                    MoveRequest.of(
                        layout,
                        NONE.fixing(List.of(new HashSlotSpan(0, 5)))
                            .fixingPrimaries(Set.of("p9")))))
        .hasMessageContainingAll(
            "fixed hash slots 0-5 are no part of 0-1",
            "fixed primary p9 is no primary of the layout");
    assertThatThrownBy(
            () -> HashSlotMovePlanner.follow(MoveRequest.of(layout, NONE), new int[] {7}))
        .hasMessageContainingAll(
            "owners of 1 hash slots are given, expected 2",
            "hash slot 0 is to have the owner 7, expected -1 … 0");
    assertThatThrownBy(() -> MoveRequest.of(layout, NONE).within(-0.1))
        .hasMessageContaining("the tolerance is -0.1");
  }

  private static MovePlan planned(MoveRequest request) {
    MovePlan plan = HashSlotMovePlanner.balance(request);
    assertThat(plan.reasons()).isEmpty();
    return plan;
  }

  private static MovePlan infeasible(MoveRequest request) {
    MovePlan plan = HashSlotMovePlanner.balance(request);
    assertThat(plan.reasons()).isNotEmpty();
    return plan;
  }

  private static List<TargetPrimary> primaries(int count) {
    return IntStream.range(0, count).mapToObj(p -> TargetPrimary.of("p" + p, "n" + p)).toList();
  }

  private static int[] blocks(int hashSlots, int primaries) {
    return IntStream.range(0, hashSlots).map(s -> s * primaries / hashSlots).toArray();
  }

  private static long[] ones(int count) {
    return IntStream.range(0, count).mapToLong(i -> 1).toArray();
  }

  private static int[] counts(int[] owners, int primaries) {
    int[] counts = new int[primaries];
    IntStream.of(owners).filter(owner -> owner >= 0).forEach(owner -> counts[owner]++);
    return counts;
  }
}
