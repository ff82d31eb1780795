package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Follows one joining node's announcements: changes the ring, then the disk, and only then what it
 * acknowledges. When a port throws, nothing more is acknowledged; the same announcement may be
 * applied again. Confined to the gossip stage, but for {@link #held}, which any thread may ask for.
 */
public final class JoinFollower {

  private final MemberRing ring;
  private final HeldStore store;
  private final Duration giveUpAfter;
  private volatile HeldJoin held;

  /**
   * Before this member coordinates anything. Cassandra has loaded the joining node's normal tokens.
   *
   * @param onDisk the record that the last start left
   * @param previousGeneration the gossip generation of this member's last start, with agent or
   *     without
   * @param generation that of this start
   * @param giveUpAfter how long the joining node may be silent until pending tokens are given up
   */
  public JoinFollower(
      HeldJoin onDisk,
      long previousGeneration,
      long generation,
      Duration giveUpAfter,
      MemberRing ring,
      HeldStore store) {
    this.ring = ring;
    this.store = store;
    this.giveUpAfter = giveUpAfter;
    held = onDisk.started(previousGeneration, generation);
    store.save(held);
    if (!held.endpoint().isEmpty() && ring.move(held.endpoint())) {
      held.announcement().ifPresent(last -> show(last, held.held()));
    }
  }

  /**
   * An announcement from gossip, new or not.
   *
   * @param from the address that it comes from
   */
  public ApplyResult apply(String from, Announcement next) {
    ApplyResult result = held.apply(from, next);
    if (result instanceof ApplyResult.Applied applied) {
      Optional<String> objection = objection(from, next);
      if (objection.isPresent()) {
        return new ApplyResult.Refused(objection.get());
      }
      if (!ring.move(from)) {
        return new ApplyResult.Ignored(from + " is still the address of another host");
      }
      show(next, applied.held().held());
      store.save(applied.held());
      held = applied.held();
    }
    return result;
  }

  /** Why the ring contradicts an announcement, if it does. */
  Optional<String> objection(String from, Announcement next) {
    return ring.objection(from, next, held.announcement().isEmpty());
  }

  private void show(Announcement announcement, SortedSet<Long> pending) {
    ring.keepWritingToLosingReplicas(announcement);
    ring.own(announcement.done());
    ring.hold(pending);
  }

  /**
   * The joining node has been silent for so long; returns whether pending tokens are given up now.
   */
  public boolean silentFor(Duration silence) {
    HeldJoin next = held.gaveUp();
    if (silence.compareTo(giveUpAfter) < 0 || held.broken() || next.held().equals(held.held())) {
      return false;
    }
    // Disk first: a crash in between must not forget that there was a break.
    store.save(next);
    held = next;
    ring.hold(next.held());
    return true;
  }

  /** A keyspace has come, or has other replicas than before. Pending ranges are Cassandra's. */
  public void replicationChanged() {
    if (!held.endpoint().isEmpty()) {
      held.announcement().ifPresent(ring::keepWritingToLosingReplicas);
    }
  }

  /** Another host is at the joining node's address, so that nothing may be sent there for it. */
  void displaced() {
    HeldJoin next = held.displaced();
    store.save(next);
    held = next;
    ring.release();
  }

  /** The joining node was removed (removenode, assassinate). */
  public void nodeRemoved() {
    close(held.nodeRemoved());
  }

  /** The joining node has become an ordinary one; Cassandra has set its normal tokens. */
  public void nodeFinished() {
    close(held.nodeFinished());
  }

  /**
   * Another member says that the plan is void. Returns whether that is news, which this member must
   * pass on: the one that said it may be gone before the joining node is back.
   */
  public boolean planVoid(UUID plan) {
    return close(held.planVoid(plan));
  }

  private boolean close(HeldJoin next) {
    boolean news = !next.equals(held);
    if (news) {
      boolean ends = held.announcement().isPresent() && next.announcement().isEmpty();
      store.save(next);
      held = next;
      if (ends) {
        ring.release();
      }
    }
    return news;
  }

  public HeldJoin held() {
    return held;
  }

  /** What this member gossips about the joining node's plan. */
  public Optional<Acknowledgement> acknowledgement(
      long writeTimeoutMillis, long readTimeoutMillis) {
    return held.acknowledgement(writeTimeoutMillis, readTimeoutMillis);
  }
}
