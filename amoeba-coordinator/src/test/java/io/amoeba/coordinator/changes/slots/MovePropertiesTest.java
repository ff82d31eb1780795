package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is true of plans in random layouts of some hundred hash slots. */
class MovePropertiesTest {

  private static final int CASES = 100;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anyPartOfAPlanInAnyOrderKeepsEveryCapacity(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      StoreLayout layout = layout(random);
      MoveRequest request = MoveRequest.of(layout, roomFor(layout, random));
      int[] after = planned(request).ownersAfter(layout);
      List<Integer> changed = changed(layout, after);
      Collections.shuffle(changed, random);
      int[] owners = layout.owners();

      for (int hashSlot : changed) {
        owners[hashSlot] = after[hashSlot];
        assertThat(ofNodes(layout, owners))
            .as("seed %d, case %d", seed, i)
            .allSatisfy(
                (node, owned) ->
                    assertThat((long) owned)
                        .isLessThanOrEqualTo(request.constraints().nodeCapacity().get(node)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void planThatIsInterruptedAgainAndAgainMovesNoMoreThanTheWhole(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      StoreLayout layout = layout(random);
      MoveConstraints constraints = roomFor(layout, random);
      int whole = planned(MoveRequest.of(layout, constraints)).movedHashSlots();
      int moved = 0;
      StoreLayout now = layout;
      MovePlan plan = planned(MoveRequest.of(now, constraints));
      while (!plan.moves().isEmpty()) {
        int[] owners = now.owners();
        List<Integer> changed = changed(now, plan.ownersAfter(now));
        int part = 1 + random.nextInt(40);
        for (int hashSlot : changed.subList(0, Math.min(part, changed.size()))) {
          owners[hashSlot] = plan.ownersAfter(now)[hashSlot];
          moved++;
        }
        assertThat(moved).as("seed %d, case %d", seed, i).isLessThanOrEqualTo(whole);
        now = new StoreLayout(layout.primaries(), owners);
        plan = planned(MoveRequest.of(now, constraints));
      }

      assertThat(moved).as("seed %d, case %d", seed, i).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22})
  void plansByLoadKeepWhatIsFixedAndSettle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      StoreLayout bare = layout(random);
      StoreLayout layout = bare.withLoad(random.longs(bare.hashSlots(), 50, 150).toArray());
      int from = random.nextInt(layout.hashSlots() - 10);
      MoveConstraints constraints =
          MoveConstraints.NONE.fixing(List.of(new HashSlotSpan(from, from + 9)));
      MoveRequest request = MoveRequest.of(layout, constraints).within(0.2);
      MovePlan plan = HashSlotMovePlanner.balance(request);
      if (plan.complete().isEmpty()) {
        continue; // something fixed on a primary that leaves
      }
      int[] after = plan.ownersAfter(layout);

      assertThat(IntStream.rangeClosed(from, from + 9))
          .allMatch(hashSlot -> after[hashSlot] == layout.owner(hashSlot));
      StoreLayout settled = new StoreLayout(layout.primaries(), after).withLoad(layout.weights());
      assertThat(planned(MoveRequest.of(settled, constraints).within(0.2)).moves())
          .as("seed %d, case %d", seed, i)
          .isEmpty();
    }
  }

  private static StoreLayout layout(Random random) {
    int count = 2 + random.nextInt(12);
    List<TargetPrimary> primaries = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      TargetPrimary primary = TargetPrimary.of("p" + p, "n" + random.nextInt(6));
      boolean leaves = p > 0 && random.nextInt(6) == 0;
      primaries.add(primary.withShare(leaves ? 0 : 1 + random.nextInt(3)));
    }
    int hashSlots = 200 + random.nextInt(200);
    int busiest = 1 + random.nextInt(count);
    return new StoreLayout(primaries, random.ints(hashSlots, 0, busiest).toArray());
  }

  /** Each node may own what it owns now, and some may own more, so that all have a place. */
  private static MoveConstraints roomFor(StoreLayout layout, Random random) {
    Map<String, Long> capacity = new HashMap<>();
    Map<String, Integer> owned = ofNodes(layout, layout.owners());
    owned.forEach((node, hashSlots) -> capacity.put(node, (long) hashSlots + random.nextInt(60)));
    String roomy = layout.primaries().get(0).node(); // stays
    capacity.merge(roomy, (long) layout.hashSlots(), Long::sum);
    return MoveConstraints.NONE.limitingNodes(capacity);
  }

  private static Map<String, Integer> ofNodes(StoreLayout layout, int[] owners) {
    Map<String, Integer> owned = new HashMap<>();
    layout.primaries().forEach(primary -> owned.put(primary.node(), 0));
    for (int owner : owners) {
      owned.merge(layout.primaries().get(owner).node(), 1, Integer::sum);
    }
    return owned;
  }

  private static List<Integer> changed(StoreLayout layout, int[] after) {
    List<Integer> changed = new ArrayList<>();
    for (int hashSlot = 0; hashSlot < after.length; hashSlot++) {
      if (after[hashSlot] != layout.owner(hashSlot)) {
        changed.add(hashSlot);
      }
    }
    return changed;
  }

  private static MovePlan planned(MoveRequest request) {
    MovePlan plan = HashSlotMovePlanner.balance(request);
    assertThat(plan.reasons()).isEmpty();
    return plan;
  }
}
