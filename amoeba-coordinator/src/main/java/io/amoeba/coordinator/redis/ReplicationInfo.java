package io.amoeba.coordinator.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a server's INFO tells of replication and reads. Immutable. Source: Redis' INFO, sections
 * replication and stats; the fields are those of Redis 6.2 … 8 and Valkey.
 *
 * @param history id of the replication stream; empty: not told
 * @param offset how many bytes of the stream it has, as primary or as replica
 * @param lookups keys that commands looked up in order to read, since the start
 * @param connected the replicas that follow it
 */
record ReplicationInfo(
    String history, OptionalLong offset, OptionalLong lookups, List<Connected> connected) {

  private static final Pattern SLAVE = Pattern.compile("slave\\d+");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,17}");

  /** A replica by the address of its connection: when it was heard, and what it confirmed. */
  record Connected(
      String host, OptionalLong port, OptionalLong lagSeconds, OptionalLong confirmed) {}

  /** Reads an answer's fields; what is not of the documented form counts as not told. */
  static ReplicationInfo of(Map<String, String> fields) {
    boolean follows = "slave".equals(fields.get("role"));
    OptionalLong hits = number(fields.get("keyspace_hits"));
    OptionalLong misses = number(fields.get("keyspace_misses"));
    return new ReplicationInfo(
        fields.getOrDefault("master_replid", ""),
        number(fields.get(follows ? "slave_repl_offset" : "master_repl_offset")),
        hits.isPresent() && misses.isPresent()
            ? OptionalLong.of(hits.getAsLong() + misses.getAsLong())
            : OptionalLong.empty(),
        fields.entrySet().stream()
            .filter(field -> SLAVE.matcher(field.getKey()).matches())
            .map(field -> connected(field.getValue()))
            .toList());
  }

  /** {@code ip=10.0.0.2,port=6379,state=online,offset=1240,lag=0}, and more in newer versions. */
  private static Connected connected(String text) {
    Map<String, String> parts =
        Stream.of(text.split(","))
            .map(part -> part.split("=", 2))
            .filter(part -> part.length == 2)
            .collect(Collectors.toMap(part -> part[0], part -> part[1], (a, b) -> b));
    boolean online = "online".equals(parts.get("state"));
    return new Connected(
        parts.getOrDefault("ip", ""),
        number(parts.get("port")),
        online ? number(parts.get("lag")) : OptionalLong.empty(),
        online ? number(parts.get("offset")) : OptionalLong.empty());
  }

  private static OptionalLong number(@Nullable String text) {
    return text != null && NUMBER.matcher(text).matches()
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /*
   * The cluster and INFO may call a replica by different ports, and where addresses are translated
   * by different hosts. Whoever cannot be told apart is not found.
   */

  /** The replica at this address, as this primary sees it. */
  Optional<Connected> find(String host, int port) {
    List<Connected> there = connected.stream().filter(one -> one.host.equals(host)).toList();
    if (there.size() > 1) {
      there = there.stream().filter(one -> one.port.equals(OptionalLong.of(port))).toList();
    }
    return there.size() == 1 ? Optional.of(there.get(0)) : Optional.empty();
  }

  /**
   * How many bytes of this primary's stream a replica lacked.
   *
   * @param replica by its own answer; without a history it did not answer
   * @param seen the same replica, as this primary sees it
   */
  OptionalLong lagBytes(ReplicationInfo replica, Optional<Connected> seen) {
    OptionalLong has =
        !history.isEmpty() && history.equals(replica.history)
            ? replica.offset
            : seen.map(Connected::confirmed).orElse(OptionalLong.empty());
    return offset.isPresent() && has.isPresent()
        // It may have answered later.
        ? OptionalLong.of(Math.max(0, offset.getAsLong() - has.getAsLong()))
        : OptionalLong.empty();
  }

  /** Lookups since an earlier answer; empty if either is unknown, or the server counts anew. */
  OptionalLong lookupsSince(ReplicationInfo before) {
    return lookups.isPresent()
            && before.lookups.isPresent()
            && lookups.getAsLong() >= before.lookups.getAsLong()
        ? OptionalLong.of(lookups.getAsLong() - before.lookups.getAsLong())
        : OptionalLong.empty();
  }
}
