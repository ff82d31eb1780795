package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * TRUNCATE as Cassandra does it: the coordinator asks all owners of tokens, each deletes what it
 * has some time later, and the client has an answer when all have done so, or an error after the
 * timeout. There is one table.
 */
final class Truncates {
  static final UUID TABLE = new UUID(1, 1);
  private static final long TIMEOUT_MILLIS = 1500;

  private final World world;

  /** Those that no client has an answer of: replicas may delete once more. */
  private final List<Truncate> unanswered = new ArrayList<>();

  Truncates(World world) {
    this.world = world;
  }

  /** Data are moved by other means: what is under way is no promise. */
  void endEra() {
    unanswered.forEach(truncate -> truncate.promised = false);
  }

  void start(int coordinator) {
    MemberNode member = world.members.get(coordinator);
    CoordinatedTruncations.UnderWay begun = member.truncateBegins();
    if (begun == null) {
      return;
    }
    int targets = (1 << world.ring.members) - 1;
    if (member.asksJoiningNodeToTruncate()) {
      targets |= world.ring.joiningNodeBit();
    }
    int old = world.writes.settledUpTo();
    world.checker.truncateBegins();
    world.writes.forgetUntil(world.time.nowMillis() + TIMEOUT_MILLIS);
    Truncate truncate = new Truncate(coordinator, begun, targets, old);
    unanswered.add(truncate);
    for (int node = 0; node < world.versions.length; node++) {
      if ((targets & (1 << node)) != 0
          && (node != world.ring.joiningNode || member.reachesJoiningNode())) {
        int target = node;
        world.network.sendOnce(coordinator, target, delayMillis(), () -> truncate.arrive(target));
      }
    }
    world.network.on(coordinator, TIMEOUT_MILLIS, truncate::end);
  }

  /** Whoever has much in memory writes it to its disk first. */
  private long delayMillis() {
    return world.time.chance(0.3)
        ? world.time.between(1, TIMEOUT_MILLIS * 3 / 4)
        : world.delay(TIMEOUT_MILLIS / 4);
  }

  private final class Truncate {
    private final int coordinator;
    private final CoordinatedTruncations.UnderWay begun;
    private final int old;
    private final long startMillis = world.time.nowMillis();
    private final long incarnation;
    private int missing;
    private boolean ended;
    private boolean promised = true;

    Truncate(int coordinator, CoordinatedTruncations.UnderWay begun, int missing, int old) {
      this.coordinator = coordinator;
      this.begun = begun;
      this.missing = missing;
      this.old = old;
      incarnation = world.network.incarnation(coordinator);
    }

    private boolean late() {
      return world.time.nowMillis() - startMillis > TIMEOUT_MILLIS;
    }

    private void arrive(int node) {
      if (late()) {
        return;
      }
      Arrays.fill(world.versions[node], 0);
      world.network.send(node, coordinator, world.delay(100), () -> answer(node));
    }

    private void answer(int node) {
      boolean sameLife = world.network.incarnation(coordinator) == incarnation;
      missing &= ~(1 << node);
      if (missing == 0 && sameLife && !late() && !ended) {
        ended = true;
        if (world.members.get(coordinator).truncateEnds(begun) && promised) {
          world.checker.truncated(old);
          unanswered.remove(this);
          world.writes.forgetUntil(
              unanswered.stream()
                  .mapToLong(other -> other.startMillis + TIMEOUT_MILLIS)
                  .reduce(world.time.nowMillis(), Math::max));
          world.members.forEach(world::checkAll);
        }
      }
    }

    private void end() {
      if (!ended) {
        ended = true;
        world.members.get(coordinator).truncateEnds(begun);
      }
    }
  }
}
