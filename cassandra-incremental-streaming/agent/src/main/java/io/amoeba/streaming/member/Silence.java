package io.amoeba.streaming.member;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.cassandra.gms.EndpointState;

/** How long joining nodes have been down. Confined to the lock of {@link MemberNode}. */
final class Silence {

  private final Map<UUID, Long> lastAliveNanos = new HashMap<>();

  /** The time since this was last called while the host was up, or for the first time. */
  Duration of(UUID host, String endpoint) {
    long now = System.nanoTime();
    EndpointState state = KnownJoins.gossip(endpoint);
    if (state != null && state.isAlive()) {
      lastAliveNanos.put(host, now);
      return Duration.ZERO;
    }
    return Duration.ofNanos(now - lastAliveNanos.computeIfAbsent(host, key -> now));
  }
}
