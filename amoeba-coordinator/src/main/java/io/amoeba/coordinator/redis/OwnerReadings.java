package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.DisownedHashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.config.RedisSettings;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hash slots that nobody serves although primaries believe that another one does, by the views of
 * all primaries, asked for from time to time. Confined to one thread.
 */
final class OwnerReadings {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerReadings.class);

  private static final Duration AGE = Duration.ofSeconds(10);

  private final RedisSettings settings;
  private final NodeConnections connections;
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /** Found by the last reading; then the next one comes at the next look. */
  private BitSet suspected = new BitSet();

  private List<DisownedHashSlots> disowned = List.of();

  /** Readings by connections that others of the same thread use, too. */
  OwnerReadings(RedisSettings settings, NodeConnections connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /*
   * Primaries answer one after the other, so that a hash slot that moves meanwhile may seem to have no
   * owner. One that seems so in two readings has none: it is not moved to and fro that fast.
   */

  /**
   * What is known now.
   *
   * @param known nodes that one of them knows
   */
  List<DisownedHashSlots> of(List<KnownServer> known) {
    long now = System.nanoTime();
    if (suspected.isEmpty() && now - readNanos < AGE.toNanos()) {
      return disowned;
    }
    readNanos = now;
    ClusterView seen = look(known);
    BitSet found = seen.unserved();
    BitSet confirmed = (BitSet) found.clone();
    confirmed.and(suspected);
    suspected = found;
    disowned = seen.disowned(confirmed);
    return disowned;
  }

  /** All are asked before any is waited for; one that is thought down is not. */
  private ClusterView look(List<KnownServer> known) {
    Map<ServerAddress, RedisFuture<String>> asked = new LinkedHashMap<>();
    for (KnownServer server : known) {
      ServerAddress node = server.address();
      if (ClusterNodes.isKnownPrimary(server) && !server.isFailing()) {
        try {
          asked.put(node, connections.connect(node).async().clusterNodes());
        } catch (RedisException | UncheckedIOException e) {
          lose(node, e);
        }
      }
    }
    List<ServerView> servers = new ArrayList<>();
    asked.forEach(
        (node, answer) -> {
          try {
            String text =
                LettuceFutures.awaitOrCancel(
                    answer, settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
            servers.add(ClusterNodes.parse(text, node.host()).view(node, Optional.empty()));
          } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
            lose(node, e);
          }
        });
    return new ClusterView(servers, Map.of()); // whose primaries count: a replica's view comes late
  }

  private void lose(ServerAddress node, RuntimeException cause) {
    connections.failed(node, cause);
    LOG.debug(
        "{} does not report the owners of hash slots: {}", node, RedisLogin.rootMessage(cause));
  }
}
