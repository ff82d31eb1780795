package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Little movement after which no primary carries more load than its target and a tolerance; a
 * heuristic, since the least movement by load is NP-hard. Confined to one thread.
 */
final class WeightBalance {

  /*
   * Each primary above its limit sheds hash slots, those first that cost least for their load; then
   * each of them, the heaviest first, goes to the primary furthest below its target.
   *
   * Bound. What an overloaded primary sheds covers its excess; the least cost of that with fractions
   * of hash slots allowed is a lower bound for every plan, and shedding in that order costs less than
   * one hash slot more. Where no hash slot that may move is heavier than tolerance × the smallest
   * target, and no capacity binds, all fit: while one is without a home some primary is below its
   * target, and the one furthest below has room for it. So then the tolerance is kept, and the cost
   * is at most the lower bound and one hash slot per overloaded primary. Otherwise the outcome says
   * who stays above. The problem is "load rebalancing" [1].
   *
   * [1] G. Aggarwal, R. Motwani, A. Zhu, The Load Rebalancing Problem, SPAA 2003.
   */

  private static final double ROUNDING = 1e-9; // relative

  private final StoreLayout layout;
  private final Limits limits;
  private final FairShares shares;
  private final double[] bound;
  private final double[] carried;
  private final int[] hashSlots; // that each primary owns in the end
  private final int[] owners;
  private double leastCost;

  WeightBalance(StoreLayout layout, Limits limits, FairShares shares, double tolerance) {
    this.layout = layout;
    this.limits = limits;
    this.shares = shares;
    this.owners = layout.owners();
    int primaries = layout.primaries().size();
    this.carried = IntStream.range(0, primaries).mapToDouble(limits::owned).toArray();
    this.hashSlots = new int[primaries];
    IntStream.of(owners).filter(owner -> owner >= 0).forEach(owner -> hashSlots[owner]++);
    this.bound = bounds(primaries, tolerance);
    List<List<Integer>> own = new ArrayList<>();
    IntStream.range(0, primaries).forEach(primary -> own.add(new ArrayList<>()));
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      if (owners[hashSlot] != StoreLayout.NOBODY && !limits.isFixed(hashSlot)) {
        own.get(owners[hashSlot]).add(hashSlot);
      }
    }
    double room = 0;
    for (int primary = 0; primary < primaries; primary++) {
      room = Math.max(room, bound[primary] - carried[primary]);
    }
    BitSet shed = new BitSet();
    for (int primary = 0; primary < primaries; primary++) {
      shed(primary, own.get(primary), room).forEach(shed::set);
    }
    place(shed);
  }

  /** Owners after the moves. */
  int[] owners() {
    return owners.clone();
  }

  /** No plan costs less. */
  long leastCost() {
    return (long) Math.ceil(leastCost * (1 - ROUNDING));
  }

  /** Who carries more than its target and the tolerance in the end. */
  List<Problem> above(double tolerance) {
    List<Problem> above = new ArrayList<>();
    for (int primary = 0; primary < carried.length; primary++) {
      if (carried[primary] > bound[primary] * (1 + ROUNDING)) {
        above.add(
            Problem.warning(
                "LOAD_UNBALANCED",
                layout.primaries().get(primary).id(),
                "no plan was found in which it carries at most %.0f: %.0f stays there (its target is %.0f, the tolerance %.1f %%)"
                    .formatted(
                        bound[primary], carried[primary], shares.target(primary), 100 * tolerance),
                "Raise the tolerance."));
      }
    }
    return above;
  }

  /** Targets and tolerance, within the capacity of each primary and, added up, of each node. */
  private double[] bounds(int primaries, double tolerance) {
    double[] bounds = new double[primaries];
    for (int node = 0; node < limits.nodes().size(); node++) {
      int[] ofNode = limits.nodes().get(node);
      double targets = IntStream.of(ofNode).mapToDouble(shares::target).sum();
      double factor =
          targets > 0 ? Math.min(1 + tolerance, limits.nodeHigh(node) / targets) : 1 + tolerance;
      for (int primary : ofNode) {
        bounds[primary] = Math.min(limits.high(primary), factor * shares.target(primary));
      }
    }
    return bounds;
  }

  /** What a primary gives away, at least what is above its bound. */
  private List<Integer> shed(int primary, List<Integer> own, double room) {
    if (limits.share(primary) == 0) {
      leastCost += own.stream().mapToDouble(layout::cost).sum();
      return own;
    }
    double excess = carried[primary] - bound[primary];
    if (excess <= bound[primary] * ROUNDING) {
      return List.of();
    }
    List<Integer> cheapestFirst =
        own.stream()
            .filter(hashSlot -> limits.weight(hashSlot) > 0)
            .sorted(
                Comparator.comparingDouble(
                        (Integer s) -> (double) layout.cost(s) / limits.weight(s))
                    .thenComparing(Comparator.comparingLong(limits::weight).reversed()))
            .toList();
    leastCost += fractionalCost(cheapestFirst, excess);
    List<Integer> movable =
        cheapestFirst.stream().filter(hashSlot -> limits.weight(hashSlot) <= room).toList();
    List<Integer> several = withoutSpare(cover(movable, excess), excess);
    return movable.stream()
        .filter(hashSlot -> limits.weight(hashSlot) >= excess)
        .min(Comparator.comparingLong(layout::cost))
        .filter(one -> layout.cost(one) < several.stream().mapToLong(layout::cost).sum())
        .map(List::of)
        .orElse(several);
  }

  private double fractionalCost(List<Integer> cheapestFirst, double excess) {
    double cost = 0;
    double left = excess;
    for (int hashSlot : cheapestFirst) {
      double part = Math.min(1, left / limits.weight(hashSlot));
      cost += part * layout.cost(hashSlot);
      left -= limits.weight(hashSlot);
      if (left <= 0) {
        break;
      }
    }
    return cost;
  }

  private List<Integer> cover(List<Integer> cheapestFirst, double excess) {
    List<Integer> cover = new ArrayList<>();
    double left = excess;
    for (int hashSlot : cheapestFirst) {
      if (left <= 0) {
        break;
      }
      cover.add(hashSlot);
      left -= limits.weight(hashSlot);
    }
    return cover;
  }

  /** The last one may have made an earlier, dearer one needless. */
  private List<Integer> withoutSpare(List<Integer> cover, double excess) {
    double spare = cover.stream().mapToDouble(limits::weight).sum() - excess;
    List<Integer> kept = new ArrayList<>();
    List<Integer> dearestFirst =
        cover.stream().sorted(Comparator.comparingLong(layout::cost).reversed()).toList();
    for (int hashSlot : dearestFirst) {
      if (limits.weight(hashSlot) <= spare) {
        spare -= limits.weight(hashSlot);
      } else {
        kept.add(hashSlot);
      }
    }
    return kept;
  }

  private void place(BitSet shed) {
    int[] takers =
        IntStream.range(0, carried.length).filter(primary -> limits.share(primary) > 0).toArray();
    int[] heaviestFirst =
        shed.stream()
            .boxed()
            .sorted(Comparator.comparingLong(limits::weight).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    for (int hashSlot : heaviestFirst) {
      carried[owners[hashSlot]] -= limits.weight(hashSlot);
      hashSlots[owners[hashSlot]]--;
    }
    for (int hashSlot : heaviestFirst) {
      int taker = taker(takers, limits.weight(hashSlot));
      owners[hashSlot] = taker == StoreLayout.NOBODY ? owners[hashSlot] : taker;
      carried[owners[hashSlot]] += limits.weight(hashSlot);
      hashSlots[owners[hashSlot]]++;
    }
  }

  /** The one furthest below its target that has room; without load, the one with fewest. */
  private int taker(int[] takers, long weight) {
    int best = StoreLayout.NOBODY;
    double most = Double.NEGATIVE_INFINITY;
    for (int taker : takers) {
      double below = weight == 0 ? -hashSlots[taker] : shares.target(taker) - carried[taker];
      if (below > most && carried[taker] + weight <= bound[taker] * (1 + ROUNDING)) {
        best = taker;
        most = below;
      }
    }
    return best;
  }
}
