package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.cluster.ServerInfo.Replication;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.cluster.WriteGuards;
import io.amoeba.coordinator.cluster.WriteGuards.Failure;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a server's answers to CLUSTER INFO, INFO and CONFIG GET. Stateless. Source: Redis command
 * references; the names of the fields are those of Redis 6.2 … 8 and Valkey.
 */
final class ServerInfoReader {

  /** Patterns of the settings that it reads. Redis 6.2 takes one in each CONFIG GET. */
  static final List<String> SETTINGS =
      List.of("cluster-*-timeout", "save", "stop-writes-on-bgsave-error", "min-replicas-*");

  /** Whoever changes servers does not wait for what they do by themselves. */
  private static final Triggers NOT_ASKED =
      Triggers.unknown("a change does not ask for the triggers of a server's work");

  /** Memory for other things than keys; not every version has all of these. */
  private static final List<String> NO_DATA =
      List.of(
          "used_memory_startup",
          "mem_clients_normal",
          "mem_clients_slaves",
          "mem_replication_backlog",
          "mem_aof_buffer",
          "mem_cluster_links");

  private static final Pattern KEYS = Pattern.compile("keys=(\\d+)");

  /** A pebibyte: no server has so much memory, and differences of sizes do not overflow. */
  private static final long MOST_BYTES = 1L << 50;

  private ServerInfoReader() {}

  /**
   * Reads the answers.
   *
   * @param settings those of {@link #SETTINGS} that it tells of
   * @throws IllegalArgumentException if they are not of the documented form
   */
  static ServerInfo read(String clusterInfo, String info, Map<String, String> settings) {
    Map<String, String> fields = fields(info);
    Map<String, String> cluster = fields(clusterInfo);
    return new ServerInfo(
        replication(fields),
        keys(fields),
        "ok".equals(cluster.get("cluster_state")),
        memory(fields),
        election(fields, cluster, settings),
        writeGuards(fields, settings),
        ServerWork.of(fields, NOT_ASKED),
        fields.containsKey("sync_full")
            ? OptionalLong.of(number(fields, "sync_full"))
            : OptionalLong.empty());
  }

  private static Elections election(
      Map<String, String> fields, Map<String, String> cluster, Map<String, String> settings) {
    return new Elections(
        fields.getOrDefault("run_id", ""),
        requests(fields, cluster),
        count(cluster, "cluster_stats_messages_auth-ack_sent"),
        millis(settings, "cluster-node-timeout"),
        millis(settings, "cluster-manual-failover-timeout"),
        ServerVersion.of(fields).filter(version -> version.isValkey(8, 1)).isPresent());
  }

  /*
   * Counters that are 0 are not told; the sum of all always is. Valkey 9.1 begins them anew with
   * CONFIG RESETSTAT (seen), 8.0 and Redis up to 8.6 do not (seen); between them nobody has looked.
   */
  private static OptionalLong requests(Map<String, String> fields, Map<String, String> cluster) {
    long told = count(cluster, "cluster_stats_messages_auth-req_sent");
    boolean reset = ServerVersion.of(fields).filter(v -> v.isValkey(8, 1)).isPresent();
    return cluster.containsKey("cluster_stats_messages_sent") && (told > 0 || !reset)
        ? OptionalLong.of(told)
        : OptionalLong.empty();
  }

  private static long count(Map<String, String> fields, String name) {
    return fields.containsKey(name) ? number(fields, name) : 0;
  }

  private static Optional<Duration> millis(Map<String, String> settings, String name) {
    return Optional.ofNullable(settings.get(name))
        .filter(value -> value.matches("\\d{1,18}"))
        .map(value -> Duration.ofMillis(Long.parseLong(value)));
  }

  /** What a server does not tell is as it is by default. */
  private static WriteGuards writeGuards(Map<String, String> fields, Map<String, String> settings) {
    Set<Failure> failures = EnumSet.noneOf(Failure.class);
    boolean saveCounts =
        !"no".equals(settings.get("stop-writes-on-bgsave-error"))
            && !"".equals(settings.get("save"));
    if (saveCounts && failed(fields, "rdb_last_bgsave_status")) {
      failures.add(Failure.SAVE);
    }
    if (!"0".equals(fields.get("aof_enabled"))) {
      if (failed(fields, "aof_last_write_status")) {
        failures.add(Failure.AOF_WRITE);
      }
      if (failed(fields, "aof_last_bgrewrite_status")) {
        failures.add(Failure.AOF_REWRITE);
      }
    }
    return new WriteGuards(failures, leastReplicas(settings));
  }

  private static boolean failed(Map<String, String> fields, String name) {
    return "err".equals(fields.get(name));
  }

  /** A lag of 0 turns it off. */
  private static int leastReplicas(Map<String, String> settings) {
    String least = settings.getOrDefault("min-replicas-to-write", "0");
    return least.matches("\\d{1,9}") && !"0".equals(settings.get("min-replicas-max-lag"))
        ? Integer.parseInt(least)
        : 0;
  }

  private static Replication replication(Map<String, String> fields) {
    if ("master".equals(fields.get("role"))) {
      return Replication.ofPrimary(number(fields, "master_repl_offset"));
    }
    return new Replication(
        "up".equals(fields.get("master_link_status")),
        !"0".equals(fields.getOrDefault("master_sync_in_progress", "0")),
        number(fields, "slave_repl_offset"));
  }

  /**
   * The keys of all databases, or -1 while they are loaded. A server that was not in cluster mode
   * before may have several databases.
   */
  static long keys(Map<String, String> fields) {
    if (!"0".equals(fields.getOrDefault("loading", "0"))) {
      return -1;
    }
    long keys = 0;
    for (Map.Entry<String, String> field : fields.entrySet()) {
      Matcher matcher = KEYS.matcher(field.getValue());
      if (field.getKey().matches("db\\d+") && matcher.find()) {
        keys += Long.parseLong(matcher.group(1));
      }
    }
    return keys;
  }

  /**
   * The memory.
   *
   * @return empty if it does not say how much is used
   * @throws NumberFormatException if a field is no number, or no size of a memory
   */
  static Optional<ServerMemory> memory(Map<String, String> fields) {
    if (!fields.containsKey("used_memory")) {
      return Optional.empty();
    }
    long used = bytes(fields, "used_memory");
    long others = NO_DATA.stream().mapToLong(field -> bytes(fields, field)).sum();
    long most = count(fields, "maxmemory");
    return Optional.of(
        new ServerMemory(
            used,
            Math.max(0, used - others),
            most > 0 && most <= MOST_BYTES ? OptionalLong.of(most) : OptionalLong.empty()));
  }

  private static long bytes(Map<String, String> fields, String name) {
    long bytes = count(fields, name);
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new NumberFormatException(name + " is " + bytes + " bytes: want 0 … " + MOST_BYTES);
    }
    return bytes;
  }

  private static long number(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("INFO does not answer " + name);
    }
    return Long.parseLong(value);
  }

  /** The fields of an answer to INFO or CLUSTER INFO. */
  static Map<String, String> fields(String text) {
    Map<String, String> fields = new HashMap<>();
    text.lines()
        .filter(line -> line.indexOf(':') > 0)
        .forEach(
            line ->
                fields.put(
                    line.substring(0, line.indexOf(':')),
                    line.substring(line.indexOf(':') + 1).strip()));
    return fields;
  }
}
