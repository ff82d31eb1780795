package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.plan.Capacity;
import io.amoeba.coordinator.plan.HashSlotWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Twelve hash slots; primary 0 has 0 … 5, primary 1 has 6 … 11, primaries 2 and 3 have none. */
class FittedOwnersTest {

  private static final int HASH_SLOTS = 12;
  private static final int STAYS = StoreLayout.NOBODY;

  private double[] shares = {1, 1, 1, 1};

  @Test
  void withoutCapacitiesWhatIsWantedIsGiven() {
    int[] wanted = wanted(2, 0, 1, 2);

    FittedOwners fitted = fitted(List.of(), wanted);

    assertThat(counts(fitted)).containsExactly(3, 6, 3, 0);
    assertThat(fitted.reached()).isEmpty();
  }

  @Test
  void whatFindsNoRoomStaysSoThatWhoeverGivesIsEven() {
    Capacity three = capacity(3, "2 may own 3", 2);

    FittedOwners fitted = fitted(List.of(three), wanted(2, 0, 1, 2, 6, 7, 8));

    assertThat(counts(fitted)).as("of six").containsExactlyInAnyOrder(4, 5, 3, 0);
    assertThat(fitted.reached()).extracting(Problem::text).containsExactly("2 may own 3");
    assertThat(fitted.owners()[0]).as("the first of each go").isEqualTo(2);
  }

  @Test
  void aCapacityThatIsUsedUpExactlyIsNamedToo() {
    FittedOwners fitted = fitted(List.of(capacity(3, "2 may own 3", 2)), wanted(2, 0, 1, 2));

    assertThat(counts(fitted)).containsExactly(3, 6, 3, 0);
    assertThat(fitted.reached()).extracting(Problem::text).containsExactly("2 may own 3");
  }

  @Test
  void whoOwnsMoreThanItMayKeepsItAndGainsNothing() {
    FittedOwners fitted = fitted(List.of(capacity(4, "0 may own 4", 0)), wanted(0, 6, 7));

    assertThat(counts(fitted)).containsExactly(6, 6, 0, 0);
    assertThat(fitted.reached()).extracting(Problem::text).containsExactly("0 may own 4");
    assertThat(fitted(List.of(capacity(4, "0 may own 4", 0)), wanted(2, 5)).reached()).isEmpty();
  }

  @Test
  void primariesOfANodeShareItsCapacity() {
    Capacity node = capacity(3, "node", 2, 3);

    FittedOwners fitted = fitted(List.of(node), wanted(2, 0, 1, 2));
    assertThat(fitted.owners()).containsSequence(2, 2, 2);

    int[] both = wanted(2, 0, 1, 2);
    both[6] = 3;
    both[7] = 3;
    assertThat(IntStream.of(fitted(List.of(node), both).owners()).filter(o -> o >= 2).count())
        .isEqualTo(3);
  }

  @Test
  void whatLeavesGoesToSomebodyElseWithRoom() {
    shares = new double[] {0, 1, 1, 0};

    FittedOwners fitted =
        fitted(List.of(capacity(2, "2 may own 2", 2)), wanted(2, 0, 1, 2, 3, 4, 5));

    assertThat(counts(fitted)).containsExactly(0, 10, 2, 0);
  }

  @Test
  void whatLeavesAndFindsNoRoomAnywhereStays() {
    shares = new double[] {0, 1, 1, 0};
    List<Capacity> capacities =
        List.of(capacity(2, "2 may own 2", 2), capacity(7, "1 may own 7", 1));

    FittedOwners fitted = fitted(capacities, wanted(2, 0, 1, 2, 3, 4, 5));

    assertThat(counts(fitted)).containsExactly(3, 7, 2, 0);
    assertThat(fitted.reached())
        .extracting(Problem::text)
        .containsExactly("2 may own 2", "1 may own 7");
  }

  @Test
  void hashSlotsCountByTheirWeight() {
    long[] weights = new long[HASH_SLOTS];
    weights[5] = 100;
    weights[4] = 1;
    Capacity bytes =
        new Capacity(Set.of(2), HashSlotWeights.of(weights), 50, reached("2 may own 50 bytes"));

    FittedOwners fitted = fitted(List.of(bytes), wanted(2, 3, 4, 5));

    assertThat(fitted.owners()[5]).as("too large").isZero();
    assertThat(fitted.owners()[4]).isEqualTo(2);
    assertThat(fitted.owners()[3]).as("of no weight").isEqualTo(2);
  }

  @Test
  void aHashSlotWithoutAPrimaryIsLeftAlone() {
    int[] owners = owners();
    owners[11] = STAYS;
    StoreLayout layout = new StoreLayout(primaries(), owners);

    int[] after = FittedOwners.of(layout, List.of(capacity(0, "none", 1)), wanted(1, 0)).owners();

    assertThat(after[11]).isEqualTo(STAYS);
    assertThat(after[0]).isZero();
  }

  /** Random capacities, weights and wishes: nobody gains beyond a capacity, and it ends. */
  @Test
  void nobodyGainsBeyondACapacity() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      shares = random.doubles(4, 0, 2).map(Math::floor).toArray();
      List<Capacity> capacities = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        Set<Integer> some = Set.of(random.nextInt(2), 2 + random.nextInt(2));
        long[] weights = random.longs(HASH_SLOTS, 0, 4).toArray();
        capacities.add(
            new Capacity(
                some, HashSlotWeights.of(weights), random.nextInt(20), reached("capacity")));
      }
      int[] wanted = random.ints(HASH_SLOTS, -1, 4).toArray();

      int[] after = fitted(capacities, wanted).owners();

      for (Capacity capacity : capacities) {
        long owned =
            IntStream.range(0, HASH_SLOTS)
                .filter(s -> capacity.isOf(after[s]))
                .mapToLong(capacity::weight)
                .sum();
        boolean gains =
            IntStream.range(0, HASH_SLOTS)
                .anyMatch(
                    s ->
                        capacity.isOf(after[s])
                            && !capacity.isOf(owners()[s])
                            && capacity.weight(s) > 0);
        assertThat(!gains || owned <= capacity.most()).as("seed %d", seed).isTrue();
      }
      for (int s = 0; s < HASH_SLOTS; s++) {
        boolean leaves = shares[owners()[s]] == 0;
        assertThat(after[s] == owners()[s] || after[s] == wanted[s] || leaves)
            .as("seed %d, hash slot %d", seed, s)
            .isTrue();
      }
    }
  }

  private FittedOwners fitted(List<Capacity> capacities, int[] wanted) {
    return FittedOwners.of(new StoreLayout(primaries(), owners()), capacities, wanted);
  }

  private List<TargetPrimary> primaries() {
    return IntStream.range(0, 4)
        .mapToObj(i -> TargetPrimary.of("p" + i, "n" + i).withShare(shares[i]))
        .toList();
  }

  private static int[] owners() {
    return IntStream.range(0, HASH_SLOTS).map(s -> s / 6).toArray();
  }

  private static int[] wanted(int primary, int... hashSlots) {
    int[] wanted = new int[HASH_SLOTS];
    Arrays.fill(wanted, STAYS);
    for (int hashSlot : hashSlots) {
      wanted[hashSlot] = primary;
    }
    return wanted;
  }

  private static Capacity capacity(long most, String text, Integer... primaries) {
    long[] ones = LongStream.generate(() -> 1).limit(HASH_SLOTS).toArray();
    return new Capacity(Set.of(primaries), HashSlotWeights.of(ones), most, reached(text));
  }

  private static Problem reached(String text) {
    return Problem.note("CAPACITY_REACHED", "", text, "");
  }

  private static int[] counts(FittedOwners fitted) {
    int[] counts = new int[4];
    IntStream.of(fitted.owners()).forEach(owner -> counts[owner]++);
    return counts;
  }
}
