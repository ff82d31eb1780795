package io.amoeba.coordinator.changes.slots;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * What each primary should own: level × share, but no less than it must and no more than it may;
 * the level is the one at which all of it adds up to the whole. Immutable after construction.
 */
final class FairShares {

  /*
   * Water-filling: with clamp(level × share, low, high) no primary can get more without taking from
   * one that has less for its share. A node with a capacity is filled by a lower level of its own
   * once the common level would exceed it. The sum grows with the level, so bisection finds it.
   */

  private static final int BISECTIONS = 100; // doubles run out of digits earlier
  static final double EPSILON = 1e-6; // of one hash slot; sums of 16384 doubles err far less

  private final Limits limits;
  private final double[] targets;
  private final boolean[] tight;
  private final double level;

  FairShares(Limits limits, int primaries) {
    this.limits = limits;
    this.targets = new double[primaries];
    this.tight = new boolean[limits.nodes().size()];
    List<int[]> nodes = limits.nodes();
    double top =
        limits.total()
            / IntStream.range(0, primaries)
                .mapToDouble(limits::share)
                .filter(share -> share > 0)
                .min()
                .orElse(1);
    this.level = bisect(top, limits.total(), this::ofNodes);
    for (int node = 0; node < tight.length; node++) {
      int[] own = nodes.get(node);
      tight[node] = ofPrimaries(level, own) > limits.nodeHigh(node) + EPSILON;
      double ofNode =
          tight[node]
              ? bisect(level, limits.nodeHigh(node), candidate -> ofPrimaries(candidate, own))
              : level;
      for (int primary : own) {
        targets[primary] = at(ofNode, primary);
      }
    }
  }

  /** What a primary should own, before rounding. */
  double target(int primary) {
    return targets[primary];
  }

  /** Whether a node's capacity, not the common level, decides what its primaries own. */
  boolean isTight(int node) {
    return tight[node];
  }

  /** Where a constraint keeps a primary or a node from its share. */
  List<String> notes(StoreLayout layout) {
    List<String> notes = new ArrayList<>();
    for (int node = 0; node < tight.length; node++) {
      int[] own = limits.nodes().get(node);
      if (tight[node]) {
        notes.add(
            "node %s gets its capacity of %.0f instead of its share of %.1f"
                .formatted(
                    layout.primaries().get(own[0]).node(),
                    limits.nodeHigh(node),
                    ofPrimaries(level, own)));
      }
    }
    for (int primary = 0; primary < targets.length; primary++) {
      double fair = level * limits.share(primary);
      String id = layout.primaries().get(primary).id();
      if (fair > limits.high(primary) + EPSILON) {
        notes.add(
            "primary %s gets its capacity of %.0f instead of its share of %.1f"
                .formatted(id, limits.high(primary), fair));
      } else if (fair < limits.low(primary) - EPSILON && limits.share(primary) > 0) {
        notes.add(
            "primary %s keeps %.0f that may not move instead of its share of %.1f"
                .formatted(id, limits.low(primary), fair));
      }
    }
    return notes;
  }

  private static double bisect(double top, double wanted, DoubleUnaryOperator ownedAt) {
    double below = 0;
    double above = top;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = below + (above - below) / 2;
      if (ownedAt.applyAsDouble(middle) < wanted) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }

  private double ofNodes(double candidate) {
    double sum = 0;
    for (int node = 0; node < tight.length; node++) {
      sum += Math.min(limits.nodeHigh(node), ofPrimaries(candidate, limits.nodes().get(node)));
    }
    return sum;
  }

  private double ofPrimaries(double candidate, int[] primaries) {
    double sum = 0;
    for (int primary : primaries) {
      sum += at(candidate, primary);
    }
    return sum;
  }

  private double at(double candidate, int primary) {
    return Math.max(
        limits.low(primary), Math.min(limits.high(primary), candidate * limits.share(primary)));
  }
}
