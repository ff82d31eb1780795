package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.simulation.Network.Trouble;

/**
 * Links that are bad in one direction: cut, losing, doubling or reordering messages, for a while or
 * for good; and a member that is replaced, or a joining node that is removed, meanwhile. Beside
 * {@link Faults}, and until the same moment.
 */
final class LinkFaults {

  private final World world;
  private final Timeline time;
  private final Faults faults;
  private final long endMillis;
  private boolean lasting;
  private boolean replaced;

  LinkFaults(World world, Faults faults, long endMillis) {
    this.world = world;
    this.faults = faults;
    this.endMillis = endMillis;
    time = world.time;
  }

  void schedule() {
    time.after(time.between(50, 500), this::next);
  }

  private void next() {
    if (time.nowMillis() >= endMillis) {
      return;
    }
    int node = anyNode();
    int other = otherThan(node);
    long millis = time.between(100, 2500);
    switch (time.random.nextInt(10)) {
      case 0, 1 -> world.network.cutOneWay(node, other, millis);
      case 2 -> world.network.silence(node, millis);
      case 3 -> world.network.deafen(node, millis);
      case 4 -> world.network.trouble(Trouble.LOSING, node, other, millis);
      case 5 -> world.network.trouble(Trouble.DOUBLING, node, other, millis);
      case 6 -> world.network.trouble(Trouble.REORDERING, node, other, millis);
      case 7 -> forGood(node, other);
      case 8 -> replace(time.random.nextInt(world.ring.members));
      default -> removeSilent(millis);
    }
    time.after(time.between(20, 500), this::next);
  }

  /** Half of all bad links are the joining node's. */
  private int anyNode() {
    return time.chance(0.5) ? world.ring.joiningNode : time.random.nextInt(world.ring.members);
  }

  private int otherThan(int node) {
    return (node + 1 + time.random.nextInt(world.ring.members)) % (world.ring.members + 1);
  }

  /**
   * One link stays bad: gossip takes another way. A cut one is between members, since no range can
   * come over a link that is cut.
   */
  private void forGood(int node, int other) {
    if (lasting) {
      return;
    }
    lasting = true;
    if (node != world.ring.joiningNode && other != world.ring.joiningNode) {
      world.network.cutOneWay(node, other, Network.FOR_GOOD);
    } else {
      Trouble[] troubles = Trouble.values();
      Trouble any = troubles[time.random.nextInt(troubles.length)];
      world.network.trouble(any, node, other, Network.FOR_GOOD);
    }
  }

  /**
   * A member is lost, and another host takes its place. Sometimes the joining node does not notice
   * that anything moves: a host that replaces one at its own address only hibernates meanwhile.
   *
   * <p>Not one that has truncated a table: the list is lost with it (a limit that the design
   * states).
   */
  private void replace(int node) {
    MemberNode member = world.members.get(node);
    if (replaced || !world.network.up(node) || member.hasTruncated()) {
      return;
    }
    replaced = true;
    member.kill();
    boolean seen = time.chance(0.5);
    world.otherChange |= seen;
    time.after(
        time.between(100, 1500),
        () -> {
          if (seen) {
            world.otherChange = false;
          }
          if (!world.network.up(node)) {
            takePlace(member);
          }
        });
  }

  /** As one event: Cassandra's own guarantees in it are not under test. */
  private void takePlace(MemberNode member) {
    world.writes.endEra();
    world.truncates.endEra();
    world.checker.forgetSingleCopies();
    for (int key = 0; key < world.ring.keys.length; key++) {
      int newest = 0;
      for (int node = 0; node < world.versions.length; node++) {
        boolean serves = node != world.ring.joiningNode || world.joiningNode.serves(key);
        if (node != member.node && serves) {
          newest = Math.max(newest, world.versions[node][key]);
        }
      }
      boolean replica = (world.ring.natural(0, key) & (1 << member.node)) != 0;
      world.versions[member.node][key] = replica ? newest : 0;
    }
    member.replace();
  }

  /** Nobody hears the joining node, so it can be removed; it hears everybody, and learns of it. */
  private void removeSilent(long millis) {
    if (faults.mayRemove() && time.chance(0.3)) {
      world.network.silence(world.ring.joiningNode, millis);
      faults.remove();
    }
  }
}
