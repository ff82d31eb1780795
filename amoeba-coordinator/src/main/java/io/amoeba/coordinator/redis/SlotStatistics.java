package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work that each hash slot is for its primary, asked of each of them from time to time: {@code
 * CLUSTER SLOT-STATS} of Redis 8.2 and Valkey 8.0 and newer, where {@code
 * cluster-slot-stats-enabled} is set. Confined to one thread.
 */
final class SlotStatistics {

  private static final Logger LOG = LoggerFactory.getLogger(SlotStatistics.class);

  /** A reading is of all hash slots, so it is seldom. */
  private static final Duration AGE = Duration.ofSeconds(30);

  private static final String CPU = "cpu-usec";
  private static final long NOT_TOLD = -1;

  private final NodeConnections connections;
  private LoadMeter meter = new LoadMeter();
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /** Readings by connections that others of the same thread use, too. */
  SlotStatistics(NodeConnections connections) {
    this.connections = connections;
  }

  /** The load of all hash slots; empty where one primary does not tell, or not yet. */
  Optional<HashSlotLoad> of(List<Primary> primaries) {
    long now = System.nanoTime();
    if (now - readNanos >= AGE.toNanos()) {
      readNanos = now;
      read(primaries);
    }
    return meter.load();
  }

  private void read(List<Primary> primaries) {
    long[] counters = new long[HashSlot.COUNT];
    Arrays.fill(counters, NOT_TOLD);
    for (Primary primary : primaries) {
      if (!read(primary, counters)) {
        meter = new LoadMeter();
        return;
      }
    }
    meter.read(counters);
  }

  private boolean read(Primary primary, long[] counters) {
    ServerAddress node = primary.address();
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add("SLOT-STATS")
            .add("SLOTSRANGE")
            .add(0)
            .add(HashSlot.COUNT - 1);
    try {
      Object reply =
          connections
              .connect(node)
              .sync()
              .dispatch(
                  CommandType.CLUSTER, new ObjectOutput<>(ByteArrayCodec.INSTANCE), arguments);
      return counters(reply, counters);
    } catch (RedisException | UncheckedIOException | IllegalArgumentException e) {
      connections.failed(node, e);
      LOG.debug(
          "{} does not report the load of its hash slots: {}", node, RedisLogin.rootMessage(e));
      return false;
    }
  }

  /**
   * Takes what a primary tells: pairs of a hash slot and its statistics.
   *
   * @return false if it reports no CPU time
   * @throws IllegalArgumentException if it is something else
   */
  static boolean counters(Object reply, long[] counters) {
    if (!(reply instanceof List<?> entries)) {
      throw new IllegalArgumentException("the answer is no list");
    }
    for (Object entry : entries) {
      if (!(entry instanceof List<?> pair)
          || pair.size() != 2
          || !(pair.get(0) instanceof Long hashSlot)
          || hashSlot < 0
          || hashSlot >= counters.length) {
        throw new IllegalArgumentException("an entry is no hash slot with its statistics");
      }
      Map<String, String> statistics = ReplyMaps.of(List.of(pair.get(1))).get(0);
      String micros = statistics.get(CPU);
      if (micros == null) {
        return false;
      }
      counters[hashSlot.intValue()] = Long.parseLong(micros);
    }
    return true;
  }
}
