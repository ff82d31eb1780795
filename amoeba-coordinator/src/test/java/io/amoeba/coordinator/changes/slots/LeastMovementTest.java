package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Plans by number of hash slots against every possible assignment of small random cases. */
class LeastMovementTest {

  private static final long SEED = Long.getLong("amoeba.moves.seed", 1);
  private static final int CASES = Integer.getInteger("amoeba.moves.cases", 1_000);

  @Test
  void noAssignmentThatIsAsEvenMovesLess() {
    Random random = new Random(SEED);
    int feasible = 0;
    for (int i = 0; i < CASES; i++) {
      Case small = Case.random(random);
      MovePlan plan = HashSlotMovePlanner.balance(small.request());
      int[] best = small.best();

      if (best.length == 0) {
        assertThat(plan.reasons()).as("seed %d, case %d: %s", SEED, i, small).isNotEmpty();
      } else {
        feasible++;
        assertThat(plan.reasons()).as("seed %d, case %d: %s", SEED, i, small).isEmpty();
        int[] after = plan.ownersAfter(small.layout());
        assertThat(small.isAllowed(after)).as("seed %d, case %d: %s", SEED, i, small).isTrue();
        assertThat(small.rank(after))
            .as("seed %d, case %d: %s", SEED, i, small)
            .containsExactly(small.rank(best));
        assertThat(plan.movedHashSlots()).isEqualTo(small.moved(after));
        assertThat(plan.movedBytes()).hasValue(small.movedBytes(after));
      }
    }
    System.out.printf("seed %d: %d of %d small cases are feasible%n", SEED, feasible, CASES);
    assertThat(feasible).isBetween(CASES / 4, CASES - 1);
  }

  @Test
  void noAssignmentByTheSameSharesMovesLess() {
    Random random = new Random(SEED);
    for (int i = 0; i < CASES; i++) {
      int primaries = 2 + random.nextInt(2);
      int[] owners = random.ints(7, 0, primaries).toArray();
      double[] share = random.ints(primaries, 1, 6).asDoubleStream().toArray();
      StoreLayout layout = new StoreLayout(primaries(share), owners);
      double whole = Arrays.stream(share).sum();

      MovePlan plan = HashSlotMovePlanner.balance(MoveRequest.of(layout, MoveConstraints.NONE));

      int least =
          assignments(owners.length, primaries).stream()
              .filter(after -> fits(after, share, whole))
              .mapToInt(after -> changed(owners, after))
              .min()
              .orElseThrow();
      assertThat(plan.reasons()).as("seed %d, case %d", SEED, i).isEmpty();
      assertThat(fits(plan.ownersAfter(layout), share, whole)).as("seed %d", SEED).isTrue();
      assertThat(plan.movedHashSlots()).as("seed %d, case %d", SEED, i).isEqualTo(least);
    }
  }

  private static boolean fits(int[] after, double[] share, double whole) {
    int[] counts = counts(after, share.length);
    return IntStream.range(0, share.length)
        .allMatch(p -> Math.abs(counts[p] - after.length * share[p] / whole) < 1 - 1e-9);
  }

  private static List<TargetPrimary> primaries(double[] share) {
    return IntStream.range(0, share.length)
        .mapToObj(p -> TargetPrimary.of("p" + p, "n" + p).withShare(share[p]))
        .toList();
  }

  private static int[] counts(int[] owners, int primaries) {
    int[] counts = new int[primaries];
    IntStream.of(owners).forEach(owner -> counts[owner]++);
    return counts;
  }

  private static int changed(int[] before, int[] after) {
    return (int) IntStream.range(0, before.length).filter(s -> before[s] != after[s]).count();
  }

  /** All of them. */
  private static List<int[]> assignments(int hashSlots, int primaries) {
    List<int[]> all = new ArrayList<>(List.of(new int[hashSlots]));
    for (int hashSlot = 0; hashSlot < hashSlots; hashSlot++) {
      for (int[] one : List.copyOf(all)) {
        for (int primary = 1; primary < primaries; primary++) {
          int[] other = one.clone();
          other[hashSlot] = primary;
          all.add(other);
        }
      }
    }
    return all;
  }

  /** Equal shares, but some primaries leave, and every kind of constraint may bind. */
  private record Case(
      List<TargetPrimary> primaries, int[] owners, long[] bytes, MoveConstraints constraints) {

    static Case random(Random random) {
      int count = 2 + random.nextInt(3);
      int hashSlots = count == 4 ? 6 : 7;
      List<TargetPrimary> primaries = new ArrayList<>();
      Map<String, Long> nodeCapacity = new HashMap<>();
      for (int p = 0; p < count; p++) {
        TargetPrimary primary = TargetPrimary.of("p" + p, "n" + random.nextInt(3));
        primary = random.nextInt(5) == 0 ? primary.leaving() : primary;
        primary = random.nextInt(4) == 0 ? primary.withCapacity(random.nextInt(6)) : primary;
        primaries.add(primary);
        if (random.nextInt(4) == 0) {
          nodeCapacity.put(primary.node(), (long) random.nextInt(7));
        }
      }
      List<HashSlotSpan> fixed = new ArrayList<>();
      for (int from = random.nextInt(12); from < hashSlots; from += 3) {
        fixed.add(new HashSlotSpan(from, from));
      }
      Set<String> forbidden = random.nextInt(5) == 0 ? Set.of("n0") : Set.of();
      Set<String> whole = random.nextInt(6) == 0 ? Set.of("p0") : Set.of();
      return new Case(
          List.copyOf(primaries),
          random.ints(hashSlots, 0, count).toArray(),
          random.longs(hashSlots, 0, 5).toArray(),
          new MoveConstraints(fixed, whole, forbidden, nodeCapacity));
    }

    StoreLayout layout() {
      return new StoreLayout(primaries, owners).withBytes(bytes);
    }

    MoveRequest request() {
      return MoveRequest.of(layout(), constraints);
    }

    boolean isAllowed(int[] after) {
      int[] counts = counts(after, primaries.size());
      Map<String, Integer> ofNode = new HashMap<>();
      for (int p = 0; p < counts.length; p++) {
        TargetPrimary primary = primaries.get(p);
        boolean hosts =
            primary.share() > 0 && !constraints.forbiddenNodes().contains(primary.node());
        if (counts[p] > (hosts ? primary.capacity() : 0)) {
          return false;
        }
        ofNode.merge(primary.node(), counts[p], Integer::sum);
      }
      return ofNode.entrySet().stream()
              .allMatch(
                  e ->
                      e.getValue()
                          <= constraints.nodeCapacity().getOrDefault(e.getKey(), Long.MAX_VALUE))
          && IntStream.range(0, after.length).allMatch(s -> after[s] == owners[s] || !isFixed(s));
    }

    private boolean isFixed(int hashSlot) {
      return constraints.fixedPrimaries().contains(primaries.get(owners[hashSlot]).id())
          || constraints.fixedHashSlots().stream()
              .anyMatch(span -> span.from() <= hashSlot && hashSlot <= span.to());
    }

    int moved(int[] after) {
      return changed(owners, after);
    }

    long movedBytes(int[] after) {
      return IntStream.range(0, owners.length)
          .filter(s -> owners[s] != after[s])
          .mapToLong(s -> bytes[s])
          .sum();
    }

    /** Most owned first, then the second most, …; then moved hash slots, then moved bytes. */
    long[] rank(int[] after) {
      long[] counts =
          IntStream.of(counts(after, primaries.size()))
              .map(c -> -c)
              .sorted()
              .asLongStream()
              .toArray();
      return LongStream.concat(
              LongStream.of(counts).map(c -> -c), LongStream.of(moved(after), movedBytes(after)))
          .toArray();
    }

    /** The lowest rank of all that is allowed; empty if nothing is. */
    int[] best() {
      return assignments(owners.length, primaries.size()).stream()
          .filter(this::isAllowed)
          .min((a, b) -> Arrays.compare(rank(a), rank(b)))
          .orElse(new int[0]);
    }

    @Override
    public String toString() {
      return "%s owners %s bytes %s %s"
          .formatted(primaries, Arrays.toString(owners), Arrays.toString(bytes), constraints);
    }
  }
}
