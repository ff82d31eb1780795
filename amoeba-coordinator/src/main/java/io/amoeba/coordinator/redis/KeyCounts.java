package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.RedisException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many keys primaries hold, asked of each of them from time to time. Confined to one thread.
 */
final class KeyCounts {

  private static final Logger LOG = LoggerFactory.getLogger(KeyCounts.class);

  /** People decide by them, so they need not be fresh. */
  private static final Duration AGE = Duration.ofSeconds(10);

  private final NodeConnections connections;
  private final Map<String, Long> keys = new HashMap<>();
  private long countedNanos = System.nanoTime() - AGE.toNanos();

  /** Readings by connections that others of the same thread use, too. */
  KeyCounts(NodeConnections connections) {
    this.connections = connections;
  }

  /** The same primaries with their keys, as far as these answer. */
  List<Primary> of(List<Primary> primaries) {
    long now = System.nanoTime();
    if (now - countedNanos >= AGE.toNanos()) {
      countedNanos = now;
      keys.clear();
      primaries.forEach(this::count);
    }
    return primaries.stream().map(this::counted).toList();
  }

  private Primary counted(Primary primary) {
    Long known = keys.get(primary.id());
    return primary.withKeys(known == null ? OptionalLong.empty() : OptionalLong.of(known));
  }

  private void count(Primary primary) {
    ServerAddress node = primary.address();
    try {
      long count = ServerInfoReader.keys(connections.connect(node).sync().info("keyspace"));
      keys.put(primary.id(), count);
    } catch (RedisException | UncheckedIOException e) {
      connections.failed(node, e);
      LOG.debug("{} does not report its keys: {}", node, RedisLogin.rootMessage(e));
    }
  }
}
