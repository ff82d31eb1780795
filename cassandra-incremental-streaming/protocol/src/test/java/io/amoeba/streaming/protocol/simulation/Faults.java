package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.join.JoinDriver;
import java.util.UUID;

/** What operators and misfortune do, until a moment; then everything is repaired. */
final class Faults {

  private final World world;
  private final Timeline time;
  private final long endMillis;
  private final double kills;
  private final double pauses;
  private final double cuts;
  private final double operators;

  Faults(World world, long endMillis) {
    this.world = world;
    this.endMillis = endMillis;
    time = world.time;
    // Many schedules have one kind of trouble, so that joins come far in the others.
    kills = time.chance(0.6) ? time.random.nextDouble() : 0;
    pauses = time.chance(0.4) ? time.random.nextDouble() : 0;
    cuts = time.chance(0.4) ? time.random.nextDouble() : 0;
    operators = time.chance(0.4) ? time.random.nextDouble() : 0;
  }

  void schedule() {
    time.after(time.between(50, 500), this::next);
    time.after(endMillis, this::mend);
  }

  private void next() {
    if (time.nowMillis() >= endMillis) {
      return;
    }
    double sum = kills + pauses + cuts + operators;
    double dice = time.random.nextDouble() * sum;
    if (sum > 0) {
      if (dice < kills) {
        kill();
      } else if (dice < kills + pauses) {
        world.network.pause(anyNode(), time.between(50, 2500));
      } else if (dice < kills + pauses + cuts) {
        cut();
      } else {
        operate();
      }
    }
    time.after(time.between(50, 700), this::next);
  }

  /** Some misfortune waits for the moments that matter. */
  void announced(Announcement announcement) {
    if (time.nowMillis() >= endMillis || kills + pauses + cuts == 0 || !time.chance(0.25)) {
      return;
    }
    if (!announcement.confirming().isEmpty()) {
      time.after(time.between(1, 400), () -> world.network.pause(world.ring.joiningNode, 2000));
    } else if (!announcement.settling().isEmpty()) {
      world.network.isolate(time.random.nextInt(world.ring.members), time.between(200, 2500));
      if (time.chance(0.5)) {
        time.after(time.between(1, 300), this::killJoiningNode);
      }
    }
  }

  private void killJoiningNode() {
    if (world.network.up(world.ring.joiningNode)) {
      world.joiningNode.kill();
      time.after(time.between(20, 300), world.joiningNode::restart);
    }
  }

  /** Half of all misfortune hits the joining node. */
  private int anyNode() {
    return time.chance(0.5) ? world.ring.joiningNode : time.random.nextInt(world.ring.members);
  }

  private void kill() {
    int node = anyNode();
    if (!world.network.up(node)) {
      return;
    }
    long downMillis = time.chance(0.7) ? time.between(20, 400) : time.between(400, 2500);
    if (node == world.ring.joiningNode) {
      world.joiningNode.kill();
      time.after(downMillis, world.joiningNode::restart);
    } else {
      MemberNode member = world.members.get(node);
      member.kill();
      boolean agent = time.chance(0.6);
      time.after(downMillis, () -> restart(member, agent));
      if (!agent) {
        // The operator notices it soon.
        time.after(downMillis + time.between(50, 900), () -> restartWithAgent(member));
      }
    }
  }

  private void restart(MemberNode member, boolean withAgent) {
    if (!world.network.up(member.node)) {
      member.start(withAgent || time.nowMillis() >= endMillis || !member.mayStartWithoutAgent());
    }
  }

  private void restartWithAgent(MemberNode member) {
    if (world.network.up(member.node) && member.withoutAgent()) {
      member.kill();
      member.start(true);
    }
  }

  private void cut() {
    int node = anyNode();
    if (time.chance(0.5)) {
      world.network.isolate(node, time.between(100, 2500));
    } else {
      int other = (node + 1 + time.random.nextInt(world.ring.members)) % (world.ring.members + 1);
      world.network.cut(node, other, time.between(100, 2500));
    }
  }

  private void operate() {
    JoinDriver driver = world.joiningNode.driver();
    switch (time.random.nextInt(4)) {
      case 0 -> {
        if (driver != null) {
          driver.pause();
          time.after(time.between(50, 2000), driver::resume);
        }
      }
      case 1 -> {
        world.otherChange = true;
        time.after(time.between(50, 800), () -> world.otherChange = false);
      }
      case 2 -> replicate();
      default -> removeJoiningNode();
    }
  }

  /** Fewer replicas: what was written to two of three is on one of the remaining two. */
  private void replicate() {
    if (world.ring.replication() == 3) {
      world.writes.endEra();
      world.checker.forgetSingleCopies();
      world.ring.replicate(2);
      world.schema++;
      world.members.forEach(MemberNode::ringChanged);
    }
  }

  /**
   * removenode, as one event: Cassandra's own guarantees in it are not under test. A node that is
   * alive for its peers cannot be removed, so it is killed or stays cut off for a while.
   */
  private void removeJoiningNode() {
    if (!mayRemove()) {
      return;
    }
    if (world.network.up(world.ring.joiningNode)) {
      if (time.chance(0.5)) {
        world.joiningNode.kill();
        time.after(time.between(200, 1500), world.joiningNode::restart);
      } else {
        world.network.isolate(world.ring.joiningNode, time.between(200, 1500));
      }
    }
    remove();
  }

  boolean mayRemove() {
    return !world.joiningNode.onDisk().finished()
        && !world.joiningNode.removed(world.joiningNode.plan());
  }

  /** Of one that its peers do not hear. */
  void remove() {
    world.writes.endEra();
    world.truncates.endEra();
    world.checker.forgetSingleCopies();
    UUID plan = world.joiningNode.plan();
    world.joiningNode.markRemoved();
    for (int key = 0; key < world.ring.keys.length; key++) {
      returnRange(key);
    }
    long generation = world.joiningNode.generation();
    world.members.forEach(member -> member.joiningNodeRemoved(plan, generation));
    world.members.forEach(world::checkAll);
  }

  private void returnRange(int key) {
    int newest = 0;
    for (int node = 0; node < world.ring.members; node++) {
      newest = Math.max(newest, world.versions[node][key]);
    }
    for (int node = 0; node < world.ring.members; node++) {
      if ((world.ring.natural(0, key) & (1 << node)) != 0) {
        world.versions[node][key] = newest;
      }
    }
  }

  private void mend() {
    world.crashes = 0;
    world.failures = false;
    world.otherChange = false;
    world.network.heal();
    JoinDriver driver = world.joiningNode.driver();
    if (driver != null) {
      driver.resume();
    }
    for (MemberNode member : world.members) {
      if (!world.network.up(member.node)) {
        member.start(true);
      } else {
        restartWithAgent(member);
      }
    }
    if (!world.network.up(world.ring.joiningNode)) {
      world.joiningNode.restart();
    }
  }
}
