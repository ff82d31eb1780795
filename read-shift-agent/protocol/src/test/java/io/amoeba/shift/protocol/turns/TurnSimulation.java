package io.amoeba.shift.protocol.turns;

import io.amoeba.shift.protocol.work.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One random schedule of large compactions in a cluster of three racks. Clocks differ, gossip takes
 * its time, nodes are killed and restarted, leave and join; a model checks each step. In every
 * other schedule links are cut in one direction, for a while or for good.
 */
final class TurnSimulation {

  /** What no schedule may lead to. */
  enum Violation {
    /** Two replicas of a range compact at once, and each has started in its turn. */
    TOGETHER,
    /** A compaction was postponed beyond a bound. */
    BEYOND,
    /** A compaction starts outside of its turn without a bound. */
    EARLY,
    /** A compaction waits for another replica, of which none has compacted for long. */
    HELD
  }

  /** One rule, removed. */
  enum Mutant {
    NONE(Violation.TOGETHER),
    /** It is always everybody's turn. */
    NO_TURNS(Violation.TOGETHER),
    /** Turns have no gap. */
    NO_GAP(Violation.TOGETHER),
    /** Nodes take turns as soon as they start, and by racks that others do not see yet. */
    UNSETTLED(Violation.TOGETHER),
    /** Clocks differ by more than the gap. */
    CLOCKS_APART(Violation.TOGETHER),
    /** Nodes do not see that others compact. */
    COMPACTIONS_UNSEEN(Violation.TOGETHER),
    /** A node that is down compacts for ever. */
    DOWN_COUNTS(Violation.HELD),
    /** A node that is not heard compacts for ever. */
    SILENT_COUNTS(Violation.HELD),
    /** Time that has passed is not counted. */
    NO_TIME_BOUND(Violation.BEYOND),
    /** Full disks are not seen. */
    NO_DISK_BOUND(Violation.BEYOND),
    /** Compactions that are pending are not seen. */
    NO_PENDING_BOUND(Violation.BEYOND),
    /** Sstables that reads look into are not seen. */
    NO_SSTABLES_BOUND(Violation.BEYOND),
    /** Level 0 is not seen. */
    NO_LEVEL0_BOUND(Violation.BEYOND),
    /** Every compaction seems to have waited for long. */
    NO_WAITING(Violation.EARLY);

    final Violation violation;

    Mutant(Violation violation) {
      this.violation = violation;
    }
  }

  private static final long STEP = 500;
  private static final int STEPS = 3_000;
  private static final int GOSSIP_STEPS = 6;
  private static final int SKEW = 1_000;

  /** Who has not been heard for so long is down. */
  private static final int SILENCE_STEPS = 20;

  private static final long TURN = 30_000;
  private static final long GAP = GOSSIP_STEPS * STEP + 2 * SKEW + 2 * STEP;
  private static final PostponeBounds BOUNDS = new PostponeBounds(240_000, 20, 24, 16, 30);
  private static final List<String> RACKS = List.of("a", "b", "c");
  private static final TableLoad IDLE = new TableLoad(0, 4, 0, 80);

  /** What a node gossips, and whether it is there. */
  private record Told(boolean isMember, boolean isUp, boolean isCompacting) {}

  /** Of one direction. */
  private record Link(Node from, Node to) {}

  private record Cut(int since, int until) {}

  private static final class Node {
    final String rack;
    final long skew;
    final int membershipDelay;
    TurnClock clock = new TurnClock(TURN, GAP);
    int startedAt;
    int backAt;
    boolean isMember = true;
    boolean isUp = true;
    boolean toldCompacting;
    @Nullable StartDecision runs;
    long endMillis;
    boolean waits;
    long waitsSinceMillis;
    int runsSince;

    /** Whom it did not hear when it began what it runs. */
    Set<Node> deafTo = Set.of();

    TableLoad load = IDLE;

    /** Of each step. */
    final List<Told> history = new ArrayList<>();

    Node(String rack, long skew, int membershipDelay) {
      this.rack = rack;
      this.skew = skew;
      this.membershipDelay = membershipDelay;
    }

    Told told(int step) {
      return history.get(Math.max(0, step));
    }
  }

  private final Random random;
  private final Mutant mutant;
  private final List<Node> nodes = new ArrayList<>();
  private final boolean badLinks;
  private final Map<Link, Cut> cuts = new HashMap<>();
  private int step;
  private int inTurn;
  private int atBound;
  private int kills;
  private @Nullable Violation violation;

  TurnSimulation(long seed, Mutant mutant) {
    this.random = new Random(seed);
    this.mutant = mutant;
    badLinks = seed % 2 != 0;
    int skew = mutant == Mutant.CLOCKS_APART ? (int) GAP + 2_000 : SKEW;
    for (int i = 0; i < 6; i++) {
      Node node =
          new Node(
              RACKS.get(i % 3), random.nextInt(2 * skew) - skew, 1 + random.nextInt(GOSSIP_STEPS));
      node.history.add(new Told(true, true, false));
      nodes.add(node);
    }
  }

  @Nullable Violation run() {
    for (step = 1; step <= STEPS && violation == null; step++) {
      if (badLinks) {
        cutLinks();
      }
      for (Node node : nodes) {
        live(node);
        decide(node);
      }
      nodes.forEach(
          node -> node.history.add(new Told(node.isMember, node.isUp, node.toldCompacting)));
      check();
    }
    return violation;
  }

  int inTurn() {
    return inTurn;
  }

  int atBound() {
    return atBound;
  }

  int kills() {
    return kills;
  }

  private void cutLinks() {
    cuts.values().removeIf(cut -> cut.until() < step);
    if (random.nextInt(60) == 0) {
      Link link =
          new Link(
              nodes.get(random.nextInt(nodes.size())), nodes.get(random.nextInt(nodes.size())));
      int until = random.nextInt(30) == 0 ? STEPS : step + 10 + random.nextInt(400);
      cuts.putIfAbsent(link, new Cut(step, until));
    }
  }

  private boolean hears(Node node, Node peer) {
    return !cuts.containsKey(new Link(peer, node));
  }

  private boolean isSilent(Node peer, Node node) {
    Cut cut = cuts.get(new Link(peer, node));
    return cut != null && step - cut.since() > SILENCE_STEPS;
  }

  private long now() {
    return step * STEP;
  }

  private void live(Node node) {
    if (!node.isUp || !node.isMember) {
      if (step >= node.backAt) {
        start(node);
      }
      return;
    }
    if (random.nextInt(1_500) == 0) {
      // Its last gossip stays with the others when it is killed, and goes when it leaves.
      boolean leaves = random.nextInt(3) == 0;
      end(node, leaves);
      return;
    }
    if (node.runs != null && now() >= node.endMillis) {
      node.runs = null;
    }
    node.toldCompacting = node.runs != null;
    if (node.runs == null && !node.waits && random.nextInt(200) == 0) {
      node.waits = true;
      node.waitsSinceMillis = now();
    }
    if (random.nextInt(200) == 0) {
      node.load = random.nextInt(10) == 0 ? load() : IDLE;
    }
  }

  private void end(Node node, boolean leaves) {
    kills++;
    node.isMember = !leaves;
    node.isUp = leaves;
    node.toldCompacting &= !leaves;
    node.runs = null;
    node.waits = false;
    node.backAt = step + 10 + random.nextInt(200);
  }

  private void start(Node node) {
    node.isMember = true;
    node.isUp = true;
    node.toldCompacting = false;
    node.clock = new TurnClock(TURN, GAP);
    node.startedAt = step;
  }

  /** Beyond one of the bounds, or beyond none of them, but close. */
  private TableLoad load() {
    int bound = random.nextInt(5);
    return new TableLoad(
        bound == 0 ? 21 : 20, bound == 1 ? 25 : 24, bound == 2 ? 17 : 16, bound == 3 ? 29 : 30);
  }

  private void decide(Node node) {
    Turn turn = turn(node);
    if (!node.waits) {
      return;
    }
    long waited = now() - node.waitsSinceMillis;
    StartDecision decision =
        StartRule.decide(BOUNDS, seenLoad(node.load), waited(waited), turn, seesReplica(node));
    TableLoad load = node.load;
    boolean bound =
        waited >= BOUNDS.maxMillis()
            || load.freeDiskPercent() < BOUNDS.minFreeDiskPercent()
            || load.pendingTasks() > BOUNDS.maxPendingTasks()
            || load.sstablesPerRead() > BOUNDS.maxSstablesPerRead()
            || load.level0Sstables() > BOUNDS.maxLevel0Sstables();
    if (decision.starts()) {
      if (!bound && decision != StartDecision.IN_TURN) {
        violation = Violation.EARLY;
      }
      inTurn += bound ? 0 : 1;
      atBound += bound ? 1 : 0;
      node.waits = false;
      node.runs = decision;
      node.runsSince = step;
      node.deafTo = nodes.stream().filter(peer -> !hears(node, peer)).collect(Collectors.toSet());
      node.endMillis = now() + 1_000 + random.nextInt(90_000);
    } else if (bound) {
      violation = Violation.BEYOND;
    } else if (decision == StartDecision.OTHER_REPLICA && noneHasCompacted(node)) {
      violation = Violation.HELD;
    }
  }

  private Turn turn(Node node) {
    if (mutant == Mutant.NO_TURNS) {
      return Turn.OWN;
    }
    if (!node.isUp || !node.isMember) {
      return Turn.OTHER;
    }
    int seen = step - node.membershipDelay;
    List<String> racks =
        nodes.stream()
            .filter(other -> other == node || other.told(seen).isMember())
            .map(other -> other.rack)
            .toList();
    Moment now = new Moment(now(), now() + node.skew);
    return switch (mutant) {
      case NO_GAP -> new TurnClock(TURN, 0).turn(racks, node.rack, now);
      case UNSETTLED ->
          new RackTurns(racks, TURN, GAP)
                  .holder(now.wallMillis())
                  .filter(node.rack::equals)
                  .isPresent()
              ? Turn.OWN
              : Turn.OTHER;
      default -> node.clock.turn(racks, node.rack, now);
    };
  }

  private TableLoad seenLoad(TableLoad load) {
    return new TableLoad(
        mutant == Mutant.NO_PENDING_BOUND ? 0 : load.pendingTasks(),
        mutant == Mutant.NO_SSTABLES_BOUND ? 0 : load.sstablesPerRead(),
        mutant == Mutant.NO_LEVEL0_BOUND ? 0 : load.level0Sstables(),
        mutant == Mutant.NO_DISK_BOUND ? 80 : load.freeDiskPercent());
  }

  private long waited(long millis) {
    return switch (mutant) {
      case NO_TIME_BOUND -> 0;
      case NO_WAITING -> BOUNDS.maxMillis();
      default -> millis;
    };
  }

  /** By gossip of some moment within the last seconds; a node that has just started has none. */
  private boolean seesReplica(Node node) {
    int seen = step - 1 - random.nextInt(GOSSIP_STEPS);
    return mutant != Mutant.COMPACTIONS_UNSEEN
        && nodes.stream()
            .filter(peer -> !peer.rack.equals(node.rack))
            .filter(peer -> !isSilent(peer, node) || mutant == Mutant.SILENT_COUNTS)
            .anyMatch(peer -> compactsAt(peer, node, seen));
  }

  private boolean compactsAt(Node peer, Node node, int seen) {
    Cut cut = cuts.get(new Link(peer, node));
    int heard = cut == null ? seen : Math.min(seen, cut.since());
    Told told = peer.told(heard);
    return heard > node.startedAt
        && told.isCompacting()
        && told.isMember()
        && (told.isUp() || mutant == Mutant.DOWN_COUNTS);
  }

  /** No other replica has run one since gossip that may still be on its way. */
  private boolean noneHasCompacted(Node node) {
    return nodes.stream()
        .filter(peer -> !peer.rack.equals(node.rack))
        .noneMatch(
            peer ->
                peer.runs != null
                    || (!hears(node, peer) && !isSilent(peer, node))
                    || peer
                        .history
                        .subList(
                            Math.max(0, peer.history.size() - GOSSIP_STEPS - 1),
                            peer.history.size())
                        .stream()
                        .anyMatch(told -> told.isUp() && told.isCompacting()));
  }

  private void check() {
    for (Node node : nodes) {
      for (Node other : nodes) {
        if (!node.rack.equals(other.rack)
            && node.runs == StartDecision.IN_TURN
            && other.runs == StartDecision.IN_TURN
            && node.runsSince >= other.runsSince
            && !node.deafTo.contains(other)) {
          violation = Violation.TOGETHER;
        }
      }
    }
  }
}
