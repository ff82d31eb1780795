package io.amoeba.streaming.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes as Cassandra does them: natural replicas are read from the coordinator's ring, pending
 * ones a moment or a pause later; one acknowledgement more is needed for each pending one; a
 * message that is older than the timeout is dropped, and a write that is older is not acknowledged.
 */
final class Writes {

  private final World world;
  private int versions;

  /** Writes that began under a smaller one end without a promise. */
  private long era;

  /** Those that may still reach a replica. */
  private final List<Write> onTheirWay = new ArrayList<>();

  /** Writes that began before are no promise: a TRUNCATE took them, or did not. */
  private long forgottenUntilMillis = -1;

  Writes(World world) {
    this.world = world;
  }

  /** The administrator changes the ring by other means: what is on its way is not counted. */
  void endEra() {
    era++;
  }

  void forgetUntil(long millis) {
    forgottenUntilMillis = millis;
  }

  /** Up to this version, every write has reached its replicas, or never will. */
  int settledUpTo() {
    onTheirWay.removeIf(this::isSettled);
    return onTheirWay.isEmpty() ? versions : onTheirWay.get(0).version - 1;
  }

  private boolean isSettled(Write write) {
    return write.sentMillis < 0
        ? world.network.incarnation(write.coordinator) != write.incarnation
        : world.time.nowMillis() - write.sentMillis > world.writeTimeoutMillis;
  }

  void start(int coordinator, int key) {
    start(coordinator, key, world.slow);
  }

  /**
   * A write of which one node may hear late.
   *
   * @param slow -1: none
   */
  void start(int coordinator, int key, int slow) {
    if (!world.network.up(coordinator)) {
      return;
    }
    double kind = world.time.random.nextDouble();
    Level level = kind < 0.7 ? Level.QUORUM : kind < 0.9 ? Level.ALL : Level.ONE;
    Write write = new Write(coordinator, key, level, ++versions, era, slow);
    onTheirWay.add(write);
    write.natural = world.ring.natural(world.members.get(coordinator).done(), key);
    if (world.time.chance(0.6)) {
      send(write);
    } else {
      long gapMillis = world.delay(world.writeTimeoutMillis * 9 / 10);
      world.network.on(coordinator, gapMillis, () -> send(write));
    }
  }

  private void send(Write write) {
    int pending = world.members.get(write.coordinator).pending(write.key) & ~write.natural;
    write.missing = write.level.of(Integer.bitCount(write.natural)) + Integer.bitCount(pending);
    long sentMillis = world.time.nowMillis();
    write.sentMillis = sentMillis;
    int targets = write.natural | pending;
    for (int node = 0; node < world.versions.length; node++) {
      boolean elsewhere =
          node == world.ring.joiningNode
              && !world.members.get(write.coordinator).reachesJoiningNode();
      boolean lost =
          elsewhere || (node != write.coordinator && world.time.chance(world.lostWrites));
      if ((targets & (1 << node)) != 0 && !lost) {
        int target = node;
        world.network.send(
            write.coordinator,
            target,
            delay(write, target),
            () -> arrive(write, target, sentMillis));
      }
    }
  }

  private long delay(Write write, int target) {
    return target == write.slow && world.time.chance(0.5)
        ? world.time.between(1, world.writeTimeoutMillis)
        : world.delay(world.writeTimeoutMillis);
  }

  private void arrive(Write write, int node, long sentMillis) {
    if (world.time.nowMillis() - sentMillis > world.writeTimeoutMillis) {
      return;
    }
    int[] had = world.versions[node];
    had[write.key] = Math.max(had[write.key], write.version);
    world.network.send(
        node, write.coordinator, world.delay(world.writeTimeoutMillis), () -> answer(write, node));
  }

  /** The second answer of a replica finds nobody who waits for it. */
  private void answer(Write write, int node) {
    if ((write.answered & (1 << node)) != 0) {
      return;
    }
    write.answered |= 1 << node;
    boolean late = world.time.nowMillis() - write.startMillis > world.writeTimeoutMillis;
    // A restarted coordinator has no client to answer; its earlier life's answers change nothing.
    boolean sameLife = world.network.incarnation(write.coordinator) == write.incarnation;
    write.missing--;
    boolean forgotten = write.startMillis <= forgottenUntilMillis;
    if (write.missing == 0 && !late && sameLife && write.era == era && !forgotten) {
      world.acknowledged(write.level, write.key, write.version);
    }
  }

  private final class Write {
    final int coordinator;
    final int key;
    final Level level;
    final int version;
    final long era;
    final int slow;
    final long startMillis = world.time.nowMillis();
    final long incarnation;
    long sentMillis = -1;
    int natural;
    int missing;
    int answered;

    Write(int coordinator, int key, Level level, int version, long era, int slow) {
      this.coordinator = coordinator;
      this.key = key;
      this.level = level;
      this.version = version;
      this.era = era;
      this.slow = slow;
      incarnation = world.network.incarnation(coordinator);
    }
  }
}
