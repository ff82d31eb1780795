package io.amoeba.streaming.protocol.member;

import io.amoeba.streaming.protocol.Announcement;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Port: a member's view of the ring, as its coordinators use it. {@link JoinFollower} makes the
 * calls in the order that keeps a write safe whose thread reads natural replicas first and pending
 * ones a while later (Cassandra reads them without isolation): extra replicas appear before normal
 * tokens change, and the pending ranges seen in between are those of before, never none.
 */
public interface MemberRing {

  /**
   * Why the ring contradicts an announcement, if it does: tokens in it are another host's, or the
   * host is an ordinary member at another address. Changes nothing.
   *
   * @param endpoint the address that the announcement comes from
   * @param first whether no join of this host is known
   */
  Optional<String> objection(String endpoint, Announcement announcement, boolean first);

  /**
   * Says where the joining node is from now on, before anything else. If it was elsewhere before,
   * all that the ring has of it moves in one go: a coordinator finds it at the one address or at
   * the other. Returns whether it can be there: not where the ring has another host.
   */
  boolean move(String endpoint);

  /**
   * Shows the extra pending replicas of the {@code settling} tokens' ranges: the replica that loses
   * the range (natural without those tokens, not with them) <em>and</em> the joining node itself,
   * each where it is not natural anyway. Returns when coordinators see them.
   */
  void keepWritingToLosingReplicas(Announcement announcement);

  /**
   * Sets the joining node's normal tokens. The pending ranges that coordinators see must not change
   * here, although TokenMetadata#updateNormalTokens forgets the node's bootstrap tokens.
   */
  void own(SortedSet<Long> done);

  /** Sets the node's bootstrap tokens; returns when pending ranges are recomputed and visible. */
  void hold(SortedSet<Long> pending);

  /**
   * Forgets the joining node's pending tokens and extra replicas; normal tokens are Cassandra's.
   */
  void release();
}
