package io.amoeba.streaming.member;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Nodes that have just become full members: they get faster, and gossip severities for a minute
 * meanwhile. Safe for concurrent use.
 */
final class NewMembers {

  /** Twice the time for which they do, as gossip and clocks take theirs. */
  static final long NEW_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final Map<InetAddressAndPort, Long> sinceNanos = new ConcurrentHashMap<>();

  /** A node has become a full member. */
  void add(InetAddressAndPort endpoint, long nowNanos) {
    sinceNanos.values().removeIf(since -> nowNanos - since >= NEW_NANOS);
    sinceNanos.put(endpoint, nowNanos);
  }

  /** Whether a node is a new one. */
  boolean contains(InetAddressAndPort endpoint, long nowNanos) {
    Long since = sinceNanos.get(endpoint);
    return since != null && nowNanos - since < NEW_NANOS;
  }
}
