package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.simulation.Network.Trouble;
import io.amoeba.streaming.protocol.simulation.TwoJoinsGossip.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One random schedule in which two nodes begin to join at almost the same time, under misfortune
 * and bad links. Both must become full members, one after the other; no step may be switched whose
 * senders were found by a ring that is not the cluster's any more. There are no data: {@link
 * Simulation} has them.
 */
final class TwoJoins {

  static final int MEMBERS = 3;
  private static final int NODES = MEMBERS + 2;

  /** Usual are 5 s. */
  private static final long MENDED_MILLIS = 30_000;

  private static final long FAT_CLIENT_MILLIS = 4_000;

  /** One rule, removed. */
  enum Mutant {
    NONE(Violation.Kind.ENDLESS),
    /** A joining node does not see that another one joins. */
    RIVAL_UNSEEN(Violation.Kind.STALE_SOURCE),
    /** Who gives way does not say so, and its tokens stay pending. */
    WITHDRAWAL_KEPT_TO_ITSELF(Violation.Kind.ENDLESS);

    private final Violation.Kind harm;

    Mutant(Violation.Kind harm) {
      this.harm = harm;
    }

    Violation.Kind harm() {
      return harm;
    }
  }

  final Timeline time;
  final Network network;
  final TwoJoinsGossip gossip;
  final Mutant mutant;
  final List<TwoJoinsNode> nodes = new ArrayList<>();
  private final long seed;
  private final long[] downSince = new long[NODES];
  private final long endMillis;
  private boolean lasting;
  private boolean both;

  TwoJoins(long seed, Mutant mutant) {
    this.seed = seed;
    this.mutant = mutant;
    time = new Timeline(new Random(seed));
    network = new Network(time, NODES, time.chance(0.5) ? 0.05 : 0);
    gossip = new TwoJoinsGossip(time, network, NODES);
    for (int node = 0; node < NODES; node++) {
      nodes.add(node < MEMBERS ? new TwoJoinsNode(this, node) : new TwoJoinsJoiner(this, node));
    }
    endMillis = time.between(500, 6_000);
  }

  TwoJoinsJoiner joiner(int node) {
    return (TwoJoinsJoiner) nodes.get(node);
  }

  /** As a shadow round says, which asks one living member. */
  boolean isKnownToJoin(TwoJoinsJoiner joiner) {
    int asked = time.random.nextInt(MEMBERS);
    Told told = network.up(asked) ? gossip.told(asked, joiner.number) : null;
    return told != null && told.announcement().filter(last -> !last.isEmpty()).isPresent();
  }

  /** Whether both have announced tokens at the same time. */
  boolean hadRivals() {
    return both;
  }

  /** Throws a {@link Violation} that names the seed. */
  void run() {
    try {
      nodes.subList(0, MEMBERS).forEach(TwoJoinsNode::start);
      for (TwoJoinsNode joiner : nodes.subList(MEMBERS, NODES)) {
        time.after(time.between(100, 250), ((TwoJoinsJoiner) joiner)::startIfDown);
      }
      time.after(time.between(50, 500), this::misfortune);
      time.after(1, this::watch);
      time.runUntil(endMillis);
      mend();
      long deadline = endMillis + MENDED_MILLIS;
      while (!ended() && time.nowMillis() < deadline) {
        time.runUntil(time.nowMillis() + 200);
      }
      if (!ended()) {
        throw new Violation(
            Violation.Kind.ENDLESS,
            "the joins do not end: "
                + joiner(MEMBERS).phase()
                + ", "
                + joiner(MEMBERS + 1).phase());
      }
    } catch (Violation violation) {
      throw violation.in("two joins, seed " + seed + " at " + time.nowMillis() + " ms");
    }
  }

  private boolean ended() {
    return joiner(MEMBERS).finished() && joiner(MEMBERS + 1).finished();
  }

  /** Cassandra forgets a silent node that owns nothing. */
  private void watch() {
    both |=
        nodes.subList(MEMBERS, NODES).stream()
            .allMatch(node -> node.announced.filter(last -> !last.pending().isEmpty()).isPresent());
    for (int node = MEMBERS; node < NODES; node++) {
      if (network.up(node)) {
        downSince[node] = time.nowMillis();
      } else if (time.nowMillis() - downSince[node] > FAT_CLIENT_MILLIS
          && joiner(node).ownsNothing()) {
        gossip.forget(node, joiner(node).generation);
      }
    }
    time.after(100, this::watch);
  }

  private void misfortune() {
    if (time.nowMillis() >= endMillis) {
      return;
    }
    int node = time.random.nextInt(NODES);
    int other = (node + 1 + time.random.nextInt(NODES - 1)) % NODES;
    long millis = time.between(100, 2500);
    switch (time.random.nextInt(9)) {
      case 0 -> kill(nodes.get(node), time.between(20, 1500));
      case 1 -> network.pause(node, millis);
      case 2 -> network.cutOneWay(node, other, millis);
      case 3 -> network.silence(node, millis);
      case 4 -> network.deafen(node, millis);
      case 5 -> network.trouble(Trouble.LOSING, node, other, millis);
      case 6 -> network.trouble(Trouble.DOUBLING, node, other, millis);
      case 7 -> network.trouble(Trouble.REORDERING, node, other, millis);
      default -> cutForGood(node, other);
    }
    time.after(time.between(20, 700), this::misfortune);
  }

  private void kill(TwoJoinsNode node, long downMillis) {
    if (node.up()) {
      node.kill();
      time.after(downMillis, () -> startIfDown(node));
    }
  }

  private static void startIfDown(TwoJoinsNode node) {
    if (!node.up()) {
      node.start();
    }
  }

  private void cutForGood(int node, int other) {
    if (!lasting && node < MEMBERS && other < MEMBERS) {
      lasting = true;
      network.cutOneWay(node, other, Network.FOR_GOOD);
    }
  }

  private void mend() {
    network.heal();
    nodes.forEach(TwoJoins::startIfDown);
  }

  /** For debugging: runs the schedules of one seed after the other. */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long count = Long.parseLong(args[1]);
    Mutant mutant = Mutant.valueOf(args[2]);
    int rivals = 0;
    int found = 0;
    for (long seed = first; seed < first + count; seed++) {
      TwoJoins schedule = new TwoJoins(seed, mutant);
      try {
        schedule.run();
      } catch (Violation violation) {
        if (found++ < 5) {
          System.out.println(violation.getMessage());
        }
      }
      rivals += schedule.hadRivals() ? 1 : 0;
    }
    System.out.printf("%s: %d of %d violate, %d had rivals%n", mutant, found, count, rivals);
  }

  /** What {@link #run} throws, or nothing. */
  @Nullable Violation violation() {
    try {
      run();
      return null;
    } catch (Violation violation) {
      return violation;
    }
  }
}
