package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.monitor.ServerMemory;
import io.lettuce.core.RedisException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much memory primaries use, and may use, and their versions, asked of each of them from time
 * to time. Confined to one thread. Source: Redis' INFO; the fields are those of Redis 6.2 … 8 and
 * Valkey.
 */
final class MemoryReadings {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryReadings.class);

  /** Plans are made by rounded values, so readings need not be fresh. */
  private static final Duration AGE = Duration.ofSeconds(30);

  /** What is used for other things than keys; not every version has all of these. */
  private static final List<String> NO_DATA =
      List.of(
          "used_memory_startup",
          "mem_clients_normal",
          "mem_clients_slaves",
          "mem_replication_backlog",
          "mem_aof_buffer",
          "mem_cluster_links");

  private final NodeConnections connections;

  /** Hash slots of each primary when it was asked: what has moved has changed its memory. */
  private final Map<String, Integer> asked = new HashMap<>();

  private final Map<String, ServerMemory> told = new HashMap<>();
  private final Map<String, ServerVersion> versions = new HashMap<>();
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /** Readings by connections that others of the same thread use, too. */
  MemoryReadings(NodeConnections connections) {
    this.connections = connections;
  }

  /** Asks those that are new, or own other hash slots, and all of them if it is time to. */
  void read(List<Primary> primaries, List<Primary> empty) {
    long now = System.nanoTime();
    if (now - readNanos >= AGE.toNanos()) {
      readNanos = now;
      asked.clear();
      told.clear();
      versions.clear();
    }
    Stream.concat(primaries.stream(), empty.stream())
        .forEach(
            primary -> {
              Integer before = asked.put(primary.id(), primary.hashSlotCount());
              if (before == null || before != primary.hashSlotCount()) {
                ask(primary);
              }
            });
  }

  /** The same primaries with their memory and version, as far as these have told. */
  List<Primary> of(List<Primary> primaries) {
    return primaries.stream()
        .map(
            primary ->
                primary
                    .withMemory(Optional.ofNullable(told.get(primary.id())))
                    .withVersion(Optional.ofNullable(versions.get(primary.id()))))
        .toList();
  }

  private void ask(Primary primary) {
    ServerAddress node = primary.address();
    told.remove(primary.id());
    try {
      Map<String, String> info = ServerInfoReader.fields(connections.connect(node).sync().info());
      ServerVersion.of(info).ifPresent(version -> versions.put(primary.id(), version));
      memory(info).ifPresent(memory -> told.put(primary.id(), memory));
    } catch (RedisException | UncheckedIOException | NumberFormatException e) {
      connections.failed(node, e);
      LOG.debug("{} does not report its memory: {}", node, RedisLogin.rootMessage(e));
    }
  }

  /**
   * Reads the fields of an answer.
   *
   * @return empty if it does not say how much is used
   * @throws NumberFormatException if a field is no number
   */
  static Optional<ServerMemory> memory(Map<String, String> fields) {
    if (!fields.containsKey("used_memory")) {
      return Optional.empty();
    }
    long used = number(fields, "used_memory");
    long others = NO_DATA.stream().mapToLong(field -> number(fields, field)).sum();
    long most = number(fields, "maxmemory");
    return Optional.of(
        new ServerMemory(
            used,
            Math.max(0, used - others),
            most > 0 ? OptionalLong.of(most) : OptionalLong.empty()));
  }

  private static long number(Map<String, String> fields, String name) {
    return Long.parseLong(fields.getOrDefault(name, "0"));
  }
}
