package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.MemberRing;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReadWriteLock;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.service.PendingRangeCalculatorService;

/** One joining node in Cassandra's token metadata. Confined to the lock of the member's side. */
public final class CassandraRing implements MemberRing {

  private final InetAddressAndPort joining;
  private final ExtraReplicas extras;
  private SortedSet<Long> done = Collections.emptySortedSet();

  public CassandraRing(InetAddressAndPort joining, ExtraReplicas extras) {
    this.joining = joining;
    this.extras = extras;
  }

  /** All of an announcement, in the order that keeps writes safe. */
  public void show(Announcement announcement) {
    keepWritingToLosers(announcement);
    own(announcement.done());
    hold(announcement.pending());
  }

  @Override
  public void keepWritingToLosers(Announcement announcement) {
    SortedSet<Long> before = new TreeSet<>(announcement.done());
    before.removeAll(announcement.settling());
    extras.show(joining, before, announcement.settling());
  }

  @Override
  public void own(SortedSet<Long> tokens) {
    done = tokens;
    if (tokens.isEmpty()) {
      return;
    }
    // Under the ring's own lock: a calculation of pending ranges in between would miss the
    // bootstrap
    // tokens, which updateNormalTokens forgets.
    locked(
        ring -> {
          Collection<Token> pending = pendingTokens(ring);
          ring.updateNormalTokens(Rings.tokens(tokens), joining);
          if (!pending.isEmpty()) {
            ring.addBootstrapTokens(pending, joining);
          }
        });
  }

  @Override
  public void hold(SortedSet<Long> pending) {
    locked(
        ring -> {
          if (!pending.isEmpty()) {
            ring.addBootstrapTokens(Rings.tokens(pending), joining);
          } else if (!done.isEmpty()) {
            // A token that is its own already adds no pending range but keeps the node "joining"
            // for
            // nodetool status and for others that want to join.
            ring.addBootstrapTokens(Rings.tokens(List.of(done.first())), joining);
          } else {
            forgetPending(ring);
          }
        });
    calculate();
  }

  @Override
  public void release() {
    extras.forget(joining);
    locked(this::forgetPending);
    calculate();
  }

  private void forgetPending(TokenMetadata ring) {
    Collection<Token> pending = pendingTokens(ring);
    if (!pending.isEmpty()) {
      ring.removeBootstrapTokens(pending);
    }
  }

  private Collection<Token> pendingTokens(TokenMetadata ring) {
    return List.copyOf(ring.getBootstrapTokens().inverse().get(joining));
  }

  private static void calculate() {
    PendingRangeCalculatorService.instance.update();
    PendingRangeCalculatorService.instance.blockUntilFinished();
  }

  private interface Change {
    void apply(TokenMetadata ring);
  }

  private static void locked(Change change) {
    TokenMetadata ring = Rings.current();
    ReadWriteLock lock = Reflection.read(TokenMetadata.class, "lock", ring, ReadWriteLock.class);
    lock.writeLock().lock();
    try {
      change.apply(ring);
    } finally {
      lock.writeLock().unlock();
    }
  }
}
