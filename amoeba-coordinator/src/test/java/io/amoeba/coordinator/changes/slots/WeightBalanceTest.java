package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Plans by load against every possible assignment of small random cases. */
class WeightBalanceTest {

  private static final long SEED = Long.getLong("amoeba.moves.seed", 1);
  private static final int CASES = Integer.getInteger("amoeba.moves.cases", 1_000);
  private static final double[] TOLERANCES = {0.05, 0.25, 0.6};

  @Test
  void planKeepsItsPromises() {
    Random random = new Random(SEED);
    int possible = 0;
    int planned = 0;
    int guaranteed = 0;
    double cost = 0;
    double least = 0;
    for (int i = 0; i < CASES; i++) {
      Case small = Case.random(random);
      MovePlan plan = HashSlotMovePlanner.balance(small.request());
      long best = small.leastBytes();
      String name = "seed %d, case %d: %s".formatted(SEED, i, small);
      possible += best < Long.MAX_VALUE ? 1 : 0;
      if (small.isGuaranteed()) {
        guaranteed++;
        assertThat(plan.reasons()).as(name).isEmpty();
      }
      if (plan.complete().isPresent()) {
        planned++;
        long moved = plan.movedBytes().orElseThrow();
        assertThat(small.isWithin(plan.ownersAfter(small.layout()))).as(name).isTrue();
        assertThat(plan.leastPossible()).as(name).isLessThanOrEqualTo(best);
        assertThat(moved).as(name).isGreaterThanOrEqualTo(best);
        if (small.isGuaranteed()) {
          assertThat(moved)
              .as(name)
              .isLessThanOrEqualTo(plan.leastPossible() + small.dearestOfOverloaded());
        }
        cost += moved;
        least += best;
      }
    }
    System.out.printf(
        "seed %d: of %d small cases %d are possible, %d of them planned, %d guaranteed;"
            + " the plans move %.3f times the least bytes%n",
        SEED, CASES, possible, planned, guaranteed, cost / least);
    assertThat(planned).isLessThanOrEqualTo(possible);
    assertThat(guaranteed).isGreaterThan(CASES / 20);
  }

  /** Nothing is constrained. */
  private record Case(double[] share, int[] owners, long[] load, long[] bytes, double tolerance) {

    static Case random(Random random) {
      int primaries = 3;
      double[] share = random.ints(primaries, 0, 4).asDoubleStream().toArray();
      share[0] = 1;
      int hashSlots = 8;
      return new Case(
          share,
          random.ints(hashSlots, 0, primaries).toArray(),
          random.longs(hashSlots, 0, 12).map(w -> 1 + w).toArray(),
          random.longs(hashSlots, 1, 10).toArray(),
          TOLERANCES[random.nextInt(TOLERANCES.length)]);
    }

    StoreLayout layout() {
      return new StoreLayout(
              IntStream.range(0, share.length)
                  .mapToObj(p -> TargetPrimary.of("p" + p, "n" + p).withShare(share[p]))
                  .toList(),
              owners)
          .withLoad(load)
          .withBytes(bytes);
    }

    MoveRequest request() {
      return MoveRequest.of(layout(), MoveConstraints.NONE).within(tolerance);
    }

    private double target(int primary) {
      return LongStream.of(load).sum() * share[primary] / Arrays.stream(share).sum();
    }

    private double[] carried(int[] after) {
      double[] carried = new double[share.length];
      IntStream.range(0, after.length).forEach(s -> carried[after[s]] += load[s]);
      return carried;
    }

    boolean isWithin(int[] after) {
      double[] carried = carried(after);
      return IntStream.range(0, carried.length)
          .allMatch(p -> carried[p] <= (1 + tolerance) * target(p) + 1e-6);
    }

    /** The documented condition under which a plan exists and its cost is bounded. */
    boolean isGuaranteed() {
      double smallest =
          IntStream.range(0, share.length)
              .filter(p -> share[p] > 0)
              .mapToDouble(this::target)
              .min()
              .orElseThrow();
      return LongStream.of(load).allMatch(weight -> weight <= tolerance * smallest);
    }

    long dearestOfOverloaded() {
      double[] carried = carried(owners);
      return IntStream.range(0, share.length)
          .filter(p -> carried[p] > (1 + tolerance) * target(p))
          .mapToLong(
              p ->
                  IntStream.range(0, owners.length)
                      .filter(s -> owners[s] == p)
                      .mapToLong(s -> bytes[s])
                      .max()
                      .orElse(0))
          .sum();
    }

    long leastBytes() {
      long least = Long.MAX_VALUE;
      int[] after = new int[owners.length];
      for (int code = 0; code < Math.pow(share.length, owners.length); code++) {
        int rest = code;
        for (int s = 0; s < after.length; s++) {
          after[s] = rest % share.length;
          rest /= share.length;
        }
        if (isWithin(after)) {
          long moved =
              IntStream.range(0, after.length)
                  .filter(s -> after[s] != owners[s])
                  .mapToLong(s -> bytes[s])
                  .sum();
          least = Math.min(least, moved);
        }
      }
      return least;
    }

    @Override
    public String toString() {
      return "shares %s owners %s load %s bytes %s tolerance %s"
          .formatted(
              Arrays.toString(share),
              Arrays.toString(owners),
              Arrays.toString(load),
              Arrays.toString(bytes),
              tolerance);
    }
  }
}
