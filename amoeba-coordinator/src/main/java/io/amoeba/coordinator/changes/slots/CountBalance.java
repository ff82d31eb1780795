package io.amoeba.coordinator.changes.slots;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * The least movement after which every primary owns its target number of hash slots, rounded down
 * or up: no other plan moves fewer hash slots, and none of those fewer bytes. Confined to one
 * thread.
 */
final class CountBalance {

  /*
   * A primary that ends with q hash slots keeps at most min(q, what it owns), and best its q largest;
   * everybody else's hash slots move once whatever is chosen. So only the rounding is left to choose.
   * What a primary gains by rounding up is its next largest hash slot, or nothing if it owns no more;
   * at most as many may round up as hash slots are left over, and in a node as its capacity allows.
   * Sets of such primaries are the independent sets of a (truncated partition) matroid, for which
   * taking the largest gains first is optimal [1]. By count all gains are 1 or 0, and bytes decide
   * among equals, so both are least at once.
   *
   * [1] J. Edmonds, Matroids and the greedy algorithm, Mathematical Programming 1, 1971.
   *
   * Hash slots change between primaries of one node before any leaves it. Then a node either only
   * gains or only loses, so any part of the plan, in any order, keeps its capacity.
   */

  private final StoreLayout layout;
  private final Limits limits;
  private final FairShares shares;
  private final int[][] own; // fixed ones first, then the largest, then the lowest
  private final int[] quotas;
  private final int[] given; // of own, counted from the quota
  private final int[] gained;
  private final int[] owners;

  CountBalance(StoreLayout layout, Limits limits, FairShares shares) {
    this.layout = layout;
    this.limits = limits;
    this.shares = shares;
    this.owners = layout.owners();
    int primaries = layout.primaries().size();
    this.own = new int[primaries][];
    this.quotas = new int[primaries];
    this.given = new int[primaries];
    this.gained = new int[primaries];
    sortOwn();
    chooseQuotas();
    leaveWhatHasNoRoom();
    deal();
  }

  /** Owners after the moves. */
  int[] owners() {
    return owners.clone();
  }

  private void sortOwn() {
    Comparator<Integer> keptFirst =
        Comparator.comparing((Integer hashSlot) -> !limits.isFixed(hashSlot))
            .thenComparing(Comparator.comparingLong(layout::bytes).reversed());
    int[] counts = new int[own.length];
    IntStream.of(owners).filter(owner -> owner >= 0).forEach(owner -> counts[owner]++);
    Integer[][] boxed = new Integer[own.length][];
    Arrays.setAll(boxed, primary -> new Integer[counts[primary]]);
    int[] next = new int[own.length];
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      if (owners[hashSlot] != StoreLayout.NOBODY) {
        boxed[owners[hashSlot]][next[owners[hashSlot]]++] = hashSlot;
      }
    }
    for (int primary = 0; primary < own.length; primary++) {
      Arrays.sort(boxed[primary], keptFirst); // stable
      own[primary] = Arrays.stream(boxed[primary]).mapToInt(Integer::intValue).toArray();
    }
  }

  private void chooseQuotas() {
    int left = (int) limits.total();
    for (int primary = 0; primary < quotas.length; primary++) {
      quotas[primary] = (int) Math.floor(shares.target(primary) + FairShares.EPSILON);
      left -= quotas[primary];
    }
    boolean[] common = new boolean[limits.nodes().size()];
    for (int node = 0; node < common.length; node++) {
      common[node] = !shares.isTight(node);
      if (shares.isTight(node)) {
        left -= raise(IntStream.of(node), Integer.MAX_VALUE); // its capacity is the limit
      }
    }
    raise(IntStream.range(0, common.length).filter(node -> common[node]), left);
  }

  /** Rounds up at most so many quotas in these nodes, and returns how many. */
  private int raise(IntStream nodes, int atMost) {
    record Candidate(int primary, int node, boolean keepsOne, long bytes) {}
    List<Candidate> candidates =
        nodes
            .boxed()
            .flatMap(
                node ->
                    IntStream.of(limits.nodes().get(node))
                        .filter(p -> shares.target(p) - quotas[p] > FairShares.EPSILON)
                        .mapToObj(p -> new Candidate(p, node, next(p) >= 0, bytesOfNext(p))))
            .sorted(
                Comparator.comparing((Candidate c) -> !c.keepsOne())
                    .thenComparing(Comparator.comparingLong(Candidate::bytes).reversed())
                    .thenComparingInt(Candidate::primary))
            .toList();
    int raised = 0;
    for (Candidate candidate : candidates) {
      int ofNode = IntStream.of(limits.nodes().get(candidate.node())).map(p -> quotas[p]).sum();
      if (raised < atMost && ofNode + 1 <= limits.nodeHigh(candidate.node())) {
        quotas[candidate.primary()]++;
        raised++;
      }
    }
    return raised;
  }

  private int next(int primary) {
    return quotas[primary] < own[primary].length ? own[primary][quotas[primary]] : -1;
  }

  private long bytesOfNext(int primary) {
    return next(primary) < 0 ? 0 : layout.bytes(next(primary));
  }

  /** Where capacity lacks, which is a reason of its own, the largest hash slots stay. */
  private void leaveWhatHasNoRoom() {
    PriorityQueue<Integer> largestFirst =
        new PriorityQueue<>(Comparator.comparingLong(this::bytesOfNext).reversed());
    IntStream.range(0, quotas.length).filter(p -> next(p) >= 0).forEach(largestFirst::add);
    for (int left = (int) limits.total() - IntStream.of(quotas).sum(); left > 0; left--) {
      int primary = largestFirst.remove();
      quotas[primary]++;
      if (next(primary) >= 0) {
        largestFirst.add(primary);
      }
    }
  }

  private void deal() {
    for (int primary = 0; primary < quotas.length; primary++) {
      int kept = Math.min(quotas[primary], own[primary].length);
      Arrays.sort(own[primary], kept, own[primary].length);
    }
    for (int[] node : limits.nodes()) {
      if (node.length > 1) {
        deal(IntStream.of(node).boxed().toList());
      }
    }
    deal(IntStream.range(0, quotas.length).boxed().toList());
  }

  /** Hands what is above quotas to who is below, those furthest from their target first. */
  private void deal(List<Integer> primaries) {
    Comparator<Integer> byLevel =
        Comparator.comparingDouble(
            p -> own[p].length / shares.target(p)); // nothing of nothing last
    List<Integer> givers =
        primaries.stream().filter(p -> toGive(p) > 0).sorted(byLevel.reversed()).toList();
    List<Integer> takers = primaries.stream().filter(p -> open(p) > 0).sorted(byLevel).toList();
    int taker = 0;
    for (int giver : givers) {
      while (toGive(giver) > 0) {
        while (taker < takers.size() && open(takers.get(taker)) == 0) {
          taker++;
        }
        if (taker == takers.size()) {
          return;
        }
        owners[own[giver][quotas[giver] + given[giver]]] = takers.get(taker);
        gained[takers.get(taker)]++;
        given[giver]++;
      }
    }
  }

  private int toGive(int primary) {
    return Math.max(0, own[primary].length - quotas[primary]) - given[primary];
  }

  private int open(int primary) {
    return Math.max(0, quotas[primary] - own[primary].length) - gained[primary];
  }
}
