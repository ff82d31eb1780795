package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;

/**
 * What a member holds for one joining node, and must not forget. Immutable.
 *
 * @param announcement the last one applied, if the node is joining
 * @param endpoint the address that the announcement came from; empty without one, or when another
 *     host has come there
 * @param heldSince the epoch since which every pending token is held without a break; the
 *     announcement's epoch + 1 once pending tokens were given up
 * @param generation the gossip generation of this member's last start with the agent
 * @param closed plans of this host that are over permanently, the latest last
 */
public record HeldJoin(
    Optional<Announcement> announcement,
    String endpoint,
    long heldSince,
    long generation,
    List<ClosedPlan> closed) {

  /** Of one host that others have called void; a host that is wiped gets another id. */
  static final int MOST_HEARSAY = 16;

  /** A plan that is over: {@code removed} when its node was removed, else finished. */
  public record ClosedPlan(UUID plan, boolean removed) {}

  /** A member that has never heard of the joining node. */
  public static HeldJoin nothing(long generation) {
    return new HeldJoin(Optional.empty(), "", 0, generation, List.of());
  }

  public HeldJoin {
    closed = List.copyOf(closed);
    long epoch = announcement.map(Announcement::epoch).orElse(0L);
    if (heldSince < 0 || heldSince > epoch + 1) {
      throw new IllegalArgumentException(
          "held since " + heldSince + " at epoch " + epoch + ": want 0 … epoch + 1");
    }
    if (announcement.isEmpty() && !endpoint.isEmpty()) {
      throw new IllegalArgumentException("endpoint " + endpoint + " without an announcement");
    }
  }

  /**
   * The record once {@code next} is in force, or why it is ignored. The epoch alone says what is
   * newer: the node may have come back at another address, and gossip may repeat what it said at
   * its former one.
   *
   * @param from the address that it comes from
   */
  public ApplyResult apply(String from, Announcement next) {
    if (closed.stream().anyMatch(plan -> plan.plan().equals(next.plan()))) {
      return new ApplyResult.Ignored("plan " + next.plan() + " is over permanently");
    }
    if (announcement.isEmpty()) {
      return applied(from, next, next.epoch(), closed);
    }
    Announcement last = announcement.get();
    if (!last.plan().equals(next.plan())) {
      // Without done tokens nothing depends on the old plan: its node was wiped and started again.
      return last.done().isEmpty()
          ? applied(from, next, next.epoch(), closedWith(last.plan(), true))
          : new ApplyResult.Ignored(
              "the node serves tokens of plan "
                  + last.plan()
                  + "; remove it before it joins again");
    }
    if (next.epoch() <= last.epoch()) {
      return new ApplyResult.Ignored("epoch " + next.epoch() + ", not after " + last.epoch());
    }
    if (!next.done().containsAll(last.done())) {
      return new ApplyResult.Ignored("epoch " + next.epoch() + " takes back tokens that are done");
    }
    return applied(from, next, broken() ? next.epoch() : heldSince, closed);
  }

  private ApplyResult applied(String from, Announcement next, long since, List<ClosedPlan> over) {
    return new ApplyResult.Applied(new HeldJoin(Optional.of(next), from, since, generation, over));
  }

  /**
   * The record after a start of this member: the pending tokens were not held in between if the
   * generation before this start was not one of the agent's.
   */
  public HeldJoin started(long previousGeneration, long newGeneration) {
    HeldJoin next = previousGeneration == generation ? this : gaveUp();
    return new HeldJoin(next.announcement, endpoint, next.heldSince, newGeneration, closed);
  }

  /** The record without pending tokens, except those that it has confirmed. */
  public HeldJoin gaveUp() {
    return announcement
        .map(last -> new HeldJoin(announcement, endpoint, last.epoch() + 1, generation, closed))
        .orElse(this);
  }

  /** The record once another host has come to its address. */
  public HeldJoin displaced() {
    HeldJoin next = gaveUp();
    return new HeldJoin(next.announcement, "", next.heldSince, generation, closed);
  }

  /** The record once the joining node was removed from the cluster. */
  public HeldJoin nodeRemoved() {
    return announcement.map(last -> over(last.plan(), true)).orElse(this);
  }

  /** The record once the joining node is an ordinary one. */
  public HeldJoin nodeFinished() {
    return announcement.map(last -> over(last.plan(), false)).orElse(this);
  }

  /**
   * The record once another member says that the plan's node was removed. Not of a host that has
   * finished, since it has no other plan; and of one that is not running no more than a few.
   */
  public HeldJoin planVoid(UUID plan) {
    boolean known = closed.stream().anyMatch(one -> one.plan().equals(plan) || !one.removed());
    boolean current = announcement.filter(last -> last.plan().equals(plan)).isPresent();
    return known || (!current && closed.size() >= MOST_HEARSAY) ? this : over(plan, true);
  }

  private HeldJoin over(UUID plan, boolean removed) {
    boolean current = announcement.map(last -> last.plan().equals(plan)).orElse(false);
    return new HeldJoin(
        current ? Optional.empty() : announcement,
        current ? "" : endpoint,
        current ? 0 : heldSince,
        generation,
        closedWith(plan, removed));
  }

  private List<ClosedPlan> closedWith(UUID plan, boolean removed) {
    List<ClosedPlan> all = new ArrayList<>(closed);
    all.add(new ClosedPlan(plan, removed));
    return all;
  }

  /** The pending tokens that it holds: none that it gave up. */
  public SortedSet<Long> held() {
    return announcement
        .map(last -> broken() ? last.confirming() : last.pending())
        .orElse(Collections.emptySortedSet());
  }

  /**
   * Whether the host's plan is running and it may serve tokens: those done, and those that this
   * member has confirmed, which may be done by now. It must not be forgotten, however long it is
   * silent.
   */
  public boolean isBound() {
    return announcement
        .map(last -> !last.done().isEmpty() || !last.confirming().isEmpty())
        .orElse(false);
  }

  /**
   * Whether the host's last plan is void. Then not even its NORMAL status may bring it back: it may
   * have missed its removal at the very end of its join.
   */
  public boolean isVoid() {
    return announcement.isEmpty() && !closed.isEmpty() && closed.get(closed.size() - 1).removed();
  }

  /** Whether pending tokens were given up since the last announcement. */
  public boolean broken() {
    return announcement.map(last -> heldSince > last.epoch()).orElse(false);
  }

  /** What the member may say once this record is in force and on disk. */
  public Optional<Acknowledgement> acknowledgement(
      long writeTimeoutMillis, long readTimeoutMillis) {
    if (announcement.isPresent()) {
      Announcement last = announcement.get();
      return Optional.of(
          new Acknowledgement(
              last.plan(), last.epoch(), heldSince, writeTimeoutMillis, readTimeoutMillis, false));
    }
    // Said permanently: the removed node may come back at any time, and must learn it.
    return isVoid()
        ? Optional.of(
            new Acknowledgement(
                closed.get(closed.size() - 1).plan(),
                0,
                0,
                writeTimeoutMillis,
                readTimeoutMillis,
                true))
        : Optional.empty();
  }
}
