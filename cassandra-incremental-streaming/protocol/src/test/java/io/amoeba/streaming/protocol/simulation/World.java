package io.amoeba.streaming.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the parts of one schedule share. Times are a fifth of what clusters have, or
 * less.
 */
final class World {

  private static final long[] TIMEOUTS_MILLIS = {150, 400, 1000};

  final long writeTimeoutMillis;
  final long readTimeoutMillis;

  final Timeline time;
  final Ring ring;
  final Network network;
  final Mutant mutant;

  /** By node and key, the newest version that the node has. */
  final int[][] versions;

  final Checker checker;
  final List<MemberNode> members = new ArrayList<>();
  final JoiningNode joiningNode;
  final GossipTables gossip;
  final Writes writes;
  final Truncates truncates;

  /** How likely a process dies inside a call of a port. */
  double crashes;

  /** A node that writes often reach late; -1 if there is none. */
  final int slow;

  /** How likely a replica does not hear of a write. */
  final double lostWrites;

  /** Whether streams fail now and then. */
  boolean failures;

  @Nullable Faults faults;

  /**
   * Changes how many senders stream at once, on the way; a source of its own, which leaves the rest
   * of a schedule as it is.
   */
  @Nullable Random switchedPaces;

  /** Of what losses of power take; a source of its own, too. */
  final Random power;

  /** How likely a node that is killed has lost power. */
  private final double powerLosses;

  /** Counts replication changes. */
  int schema;

  /** Whether another node moves at the moment. */
  boolean otherChange;

  World(long seed, Mutant mutant) {
    this.mutant = mutant;
    // Neighbouring seeds of Random alone begin alike.
    power = new Random(new SplittableRandom(seed).nextLong());
    powerLosses = power.nextBoolean() ? 0.9 : 0;
    Random random = new Random(seed);
    time = new Timeline(random);
    ring = new Ring(random);
    int nodes = ring.members + 1;
    writeTimeoutMillis = TIMEOUTS_MILLIS[random.nextInt(TIMEOUTS_MILLIS.length)];
    readTimeoutMillis = writeTimeoutMillis + 50;
    network = new Network(time, nodes, time.chance(0.5) ? 0.05 : 0);
    lostWrites = time.chance(0.3) ? 0 : time.random.nextDouble() * 0.5;
    crashes = time.chance(0.3) ? 0.02 : 0;
    slow = time.chance(0.5) ? random.nextInt(nodes) : -1;
    failures = time.chance(0.4);
    versions = new int[nodes][ring.keys.length];
    checker = new Checker(ring, versions);
    gossip = new GossipTables(this, nodes);
    writes = new Writes(this);
    truncates = new Truncates(this);
    for (int node = 0; node < ring.members; node++) {
      members.add(new MemberNode(this, node));
    }
    joiningNode = new JoiningNode(this);
  }

  void mayCrash() {
    if (crashes > 0 && time.chance(crashes)) {
      throw new Crash();
    }
  }

  boolean losesPower(Random dice) {
    return dice.nextDouble() < powerLosses;
  }

  /** A change of a coordinator's ring: all its reads are tried. */
  void checkAll(MemberNode coordinator) {
    for (int key = 0; key < ring.keys.length; key++) {
      check(coordinator, key);
    }
  }

  void check(MemberNode coordinator, int key) {
    if (!network.up(coordinator.node)) {
      return;
    }
    checker.check(Ring.name(coordinator.node), coordinator.done(), key);
    boolean asksJoiningNode = (ring.natural(coordinator.done(), key) & ring.joiningNodeBit()) != 0;
    boolean reaches = network.up(ring.joiningNode) && coordinator.reachesJoiningNode();
    if (asksJoiningNode && reaches && !joiningNode.serves(key)) {
      throw new Violation(
          Violation.Kind.NOT_SERVED,
          Ring.name(coordinator.node)
              + " reads key "
              + key
              + " from the joining node, which does not serve it");
    }
    int pending = coordinator.pending(key) & ~ring.natural(coordinator.done(), key);
    if (Integer.bitCount(pending) > 1) {
      throw new Violation(
          Violation.Kind.TWO_PENDING,
          Ring.name(coordinator.node) + " has two pending replicas of key " + key);
    }
  }

  /** A write was acknowledged: all reads of its key are tried. */
  void acknowledged(Level level, int key, int version) {
    checker.acknowledged(level, key, version);
    members.forEach(member -> check(member, key));
  }

  /** Most messages are quick; some need all the time that they have. */
  long delay(long longestMillis) {
    double kind = time.random.nextDouble();
    if (kind < 0.75) {
      return time.between(1, 8);
    }
    return kind < 0.88 ? time.between(1, longestMillis / 4) : time.between(1, longestMillis);
  }
}
