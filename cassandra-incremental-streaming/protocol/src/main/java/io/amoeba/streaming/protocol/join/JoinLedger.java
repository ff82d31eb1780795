package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Announcement;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What is on disk and what is announced. Every change takes the same way: disk, serving gate,
 * gossip. When a port throws, the later ones are left out, and the change is announced again under
 * a new epoch.
 */
final class JoinLedger {

  private static final SortedSet<Long> NONE = Collections.emptySortedSet();

  private final JoinPorts ports;
  private JoinRecord saved;
  private @Nullable Announcement latest;
  private boolean announced;

  JoinLedger(JoinRecord join, JoinPorts ports) {
    saved = join;
    this.ports = ports;
  }

  JoinRecord join() {
    return saved;
  }

  /** The last epoch that is on disk. */
  long epoch() {
    return saved.epoch();
  }

  long nextEpoch() {
    return saved.epoch() + 1;
  }

  /**
   * What the first gossip message of a start carries: exactly the done tokens, and what settles.
   */
  Announcement begin() {
    Announcement first = next(saved.done(), saved.settling(), NONE, NONE);
    save(first);
    ports.gate().serve(saved.done());
    announced = true;
    return first;
  }

  /**
   * Returns whether there is news to {@link #announce}; it is on disk then.
   *
   * @param again whether it is news even if the members know these sets
   */
  boolean save(
      SortedSet<Long> done,
      SortedSet<Long> settling,
      SortedSet<Long> pending,
      SortedSet<Long> confirming,
      boolean again) {
    boolean known =
        announced
            && latest != null
            && latest.done().equals(done)
            && latest.settling().equals(settling)
            && latest.pending().equals(pending)
            && latest.confirming().equals(confirming);
    if (known && !again) {
      return false;
    }
    save(next(done, settling, pending, confirming));
    return true;
  }

  private void save(Announcement next) {
    JoinRecord join =
        new JoinRecord(
            saved.plan(), saved.steps(), next.done(), next.settling(), next.epoch(), false);
    ports.store().save(join);
    saved = join;
    latest = next;
    announced = false;
  }

  /** Serves and then gossips what was saved last. */
  void announce() {
    if (latest != null) {
      ports.gate().serve(latest.done());
      ports.announcer().announce(latest);
      announced = true;
    }
  }

  /** Takes everything back, of which nothing may be done. */
  void withdraw() {
    ports.store().forget();
    latest = next(NONE, NONE, NONE, NONE);
    saved = new JoinRecord(saved.plan(), saved.steps(), NONE, NONE, latest.epoch(), false);
    announce();
  }

  /** New steps for what is not done; on disk with the next change. */
  void plan(List<SortedSet<Long>> steps) {
    saved =
        new JoinRecord(saved.plan(), steps, saved.done(), saved.settling(), saved.epoch(), false);
  }

  void finish() {
    JoinRecord join =
        new JoinRecord(saved.plan(), saved.steps(), saved.done(), NONE, saved.epoch(), true);
    ports.store().save(join);
    saved = join;
    ports.announcer().announceNormal();
  }

  private Announcement next(
      SortedSet<Long> done,
      SortedSet<Long> settling,
      SortedSet<Long> pending,
      SortedSet<Long> confirming) {
    return new Announcement(saved.plan(), nextEpoch(), done, settling, pending, confirming);
  }
}
