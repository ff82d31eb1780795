package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.MemberRing;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Supplier;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.service.PendingRangeCalculatorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One joining node in Cassandra's token metadata. Confined to the lock of the member's side. */
public final class CassandraRing implements MemberRing {

  private static final Logger logger = LoggerFactory.getLogger(CassandraRing.class);

  private final Supplier<UUID> host;
  private final ExtraReplicas extras;

  /** Where the node is; null before it was heard of, and when nothing is held for it any more. */
  private @Nullable InetAddressAndPort joining;

  private SortedSet<Long> done = Collections.emptySortedSet();

  private CassandraRing(
      Supplier<UUID> host, @Nullable InetAddressAndPort joining, ExtraReplicas extras) {
    this.host = host;
    this.joining = joining;
    this.extras = extras;
  }

  /** Another node, wherever it will be. */
  public static CassandraRing of(UUID host, ExtraReplicas extras) {
    return new CassandraRing(() -> host, null, extras);
  }

  /** This node. */
  public static CassandraRing ofSelf(ExtraReplicas extras) {
    return new CassandraRing(Hosts::self, Rings.self(), extras);
  }

  @Override
  public Optional<String> objection(String endpoint, Announcement announcement, boolean first) {
    TokenMetadata ring = Rings.current();
    InetAddressAndPort known = ring.getEndpointForHostId(host.get());
    if (first && known != null && ring.isMember(known) && !known.equals(Rings.endpoint(endpoint))) {
      return Optional.of(
          "host " + host.get() + " is a member at " + known + ", and does not join from there");
    }
    SortedSet<Long> tokens = new TreeSet<>(announcement.done());
    tokens.addAll(announcement.pending());
    for (Token token : Rings.tokens(tokens)) {
      InetAddressAndPort owner = ring.getEndpoint(token);
      if (owner == null) {
        owner = ring.getBootstrapTokens().get(token);
      }
      // Where another host is, or was, at this address, moving there decides.
      UUID owning =
          owner == null || owner.equals(Rings.endpoint(endpoint)) ? null : ring.getHostId(owner);
      if (owning != null && !owning.equals(host.get())) {
        return Optional.of("token " + token + " is that of " + owner);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean move(String endpoint) {
    InetAddressAndPort next = Rings.endpoint(endpoint);
    if (next.equals(joining)) {
      return true;
    }
    if (next.equals(Rings.self()) || !moved(next)) {
      return false;
    }
    if (joining != null) {
      logger.info("Host {}, which joins, has moved from {} to {}", host.get(), joining, next);
    }
    joining = next;
    return true;
  }

  /** The pending ranges of the former address stay until {@link #hold} has them computed again. */
  private boolean moved(InetAddressAndPort next) {
    boolean[] moved = {false};
    locked(
        ring -> {
          UUID there = ring.getHostId(next);
          if (ring.isMember(next) && there != null && !there.equals(host.get())) {
            return;
          }
          InetAddressAndPort former = ring.getEndpointForHostId(host.get());
          Collection<Token> normal = List.of();
          Collection<Token> pending = List.of();
          if (former != null && !former.equals(next)) {
            normal = ring.isMember(former) ? List.copyOf(ring.getTokens(former)) : List.of();
            pending = pendingTokens(ring, former);
            ring.removeEndpoint(former);
          }
          // Before its tokens, as CASSANDRA-4300 wants; hints need it.
          ring.updateHostId(host.get(), next);
          if (!normal.isEmpty()) {
            ring.updateNormalTokens(normal, next);
          }
          if (!pending.isEmpty()) {
            ring.addBootstrapTokens(pending, next);
          }
          moved[0] = true;
        });
    return moved[0];
  }

  private InetAddressAndPort joining() {
    return Objects.requireNonNull(joining, "the address of the joining node is unknown");
  }

  /** All of an announcement, in the order that keeps writes safe. */
  public void show(Announcement announcement) {
    keepWritingToLosingReplicas(announcement);
    own(announcement.done());
    hold(announcement.pending());
  }

  @Override
  public void keepWritingToLosingReplicas(Announcement announcement) {
    SortedSet<Long> before = new TreeSet<>(announcement.done());
    before.removeAll(announcement.settling());
    extras.show(this, joining(), before, announcement.settling());
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
          Collection<Token> pending = pendingTokens(ring, joining());
          ring.updateNormalTokens(Rings.tokens(tokens), joining());
          if (!pending.isEmpty()) {
            ring.addBootstrapTokens(pending, joining());
          }
        });
  }

  @Override
  public void hold(SortedSet<Long> pending) {
    locked(
        ring -> {
          if (!pending.isEmpty()) {
            ring.addBootstrapTokens(Rings.tokens(pending), joining());
          } else if (!done.isEmpty()) {
            // A token that is its own already adds no pending range but keeps the node "joining"
            // for
            // nodetool status and for others that want to join.
            ring.addBootstrapTokens(Rings.tokens(List.of(done.first())), joining());
          } else {
            forgetPending(ring);
          }
        });
    calculate();
  }

  @Override
  public void release() {
    extras.forget(this);
    if (joining != null) {
      locked(this::forgetPending);
      calculate();
    }
    if (!Rings.self().equals(joining)) {
      joining = null;
    }
    done = Collections.emptySortedSet();
  }

  private void forgetPending(TokenMetadata ring) {
    Collection<Token> pending = pendingTokens(ring, joining());
    if (!pending.isEmpty()) {
      ring.removeBootstrapTokens(pending);
    }
  }

  private static Collection<Token> pendingTokens(TokenMetadata ring, InetAddressAndPort of) {
    return List.copyOf(ring.getBootstrapTokens().inverse().get(of));
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
