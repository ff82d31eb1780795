package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.MemberRing;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** The ring as one coordinator's threads see it, also in the middle of a change. */
final class CoordinatorRing implements MemberRing {

  private final World world;
  private final MemberNode member;
  private final int[] extra;
  private final int[] held;
  private int done;

  /** Where writes for the joining node go; -1: nowhere yet. */
  private int joiningNodeAddress;

  private @Nullable Runnable delayed;

  CoordinatorRing(World world, MemberNode member) {
    this.world = world;
    this.member = member;
    extra = new int[world.ring.keys.length];
    held = new int[world.ring.keys.length];
    joiningNodeAddress = -1;
  }

  /** Whether it finds the joining node where that is. */
  boolean reachesJoiningNode() {
    return joiningNodeAddress == world.joiningNode.address();
  }

  int joiningNodeAddress() {
    return joiningNodeAddress;
  }

  /** As Cassandra does it, at a start or when the joining node becomes normal. */
  void find(int address) {
    joiningNodeAddress = address;
  }

  /** Gossip may repeat what the node said at an address where it is no more. */
  @Override
  public Optional<String> objection(String endpoint, Announcement announcement, boolean first) {
    int address = Ring.node(endpoint) - world.ring.joiningNode;
    return first && address != joiningNodeAddress && member.hasJoined(announcement.plan())
        ? Optional.of("the node is a member elsewhere")
        : Optional.empty();
  }

  @Override
  public boolean move(String endpoint) {
    joiningNodeAddress = Ring.node(endpoint) - world.ring.joiningNode;
    race();
    return true;
  }

  /** The joining node's tokens that are normal. */
  int done() {
    return done;
  }

  /**
   * Nodes that writes of a key go to besides the natural replicas; natural ones may be among them.
   */
  int pending(int key) {
    return extra[key] | held[key];
  }

  /** As Cassandra does it, at a start or when the joining node becomes normal or is removed. */
  void become(int normalTokens) {
    done = normalTokens;
  }

  @Override
  public void keepWritingToLosingReplicas(Announcement announcement) {
    int settling = world.ring.mask(announcement.settling());
    int after = world.ring.mask(announcement.done());
    Runnable show =
        () -> {
          for (int key = 0; key < extra.length; key++) {
            extra[key] = world.ring.extra(after, settling, key);
          }
        };
    if (world.mutant == Mutant.NORMAL_TOKENS_FIRST) {
      delayed = show;
    } else {
      show.run();
      race();
    }
  }

  @Override
  public void own(SortedSet<Long> tokens) {
    world.mayCrash();
    done = world.ring.mask(tokens);
    world.checkAll(member);
    race();
  }

  @Override
  public void hold(SortedSet<Long> pending) {
    int mask = world.ring.mask(pending);
    for (int key = 0; key < held.length; key++) {
      held[key] = world.ring.pending(done, mask, key);
    }
    if (delayed != null) {
      race();
      delayed.run();
      delayed = null;
    }
  }

  @Override
  public void release() {
    Arrays.fill(extra, 0);
    Arrays.fill(held, 0);
  }

  /** A thread that reads the ring in the middle of a change; there is none while a node starts. */
  private void race() {
    if (member.coordinates() && world.time.chance(0.5)) {
      member.write();
    }
  }
}
