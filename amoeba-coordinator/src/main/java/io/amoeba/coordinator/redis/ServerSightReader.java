package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.execute.migration.KnownServer;
import io.amoeba.coordinator.execute.migration.KnownServer.Health;
import io.amoeba.coordinator.execute.migration.Replication;
import io.amoeba.coordinator.execute.migration.ServerSight;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one view of a node's answers to CLUSTER NODES, CLUSTER INFO and INFO. Stateless. Source:
 * Redis command references; the names of the fields are those of Redis 6.2 … 8 and Valkey.
 */
final class ServerSightReader {

  private static final Pattern KEYS = Pattern.compile("keys=(\\d+)");

  private ServerSightReader() {}

  /**
   * Reads the answers.
   *
   * @throws IllegalArgumentException if they are not of the documented form
   */
  static ServerSight read(
      ServerAddress address, List<ClusterNodesLine> lines, String clusterInfo, String info) {
    ClusterNodesLine own =
        lines.stream()
            .filter(line -> line.flags().contains("myself"))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("none of its nodes is itself"));
    Map<String, String> fields = fields(info);
    return new ServerSight(
        address,
        known(own),
        lines.stream().filter(line -> line != own).map(ServerSightReader::known).toList(),
        replication(fields),
        keys(fields),
        "ok".equals(fields(clusterInfo).get("cluster_state")),
        own.marks().size(),
        MemoryReadings.parse(info));
  }

  private static KnownServer known(ClusterNodesLine line) {
    return new KnownServer(
        line.id(),
        new ServerAddress(line.host(), line.port()),
        line.primaryId(),
        health(line),
        line.epoch(),
        line.hashSlots());
  }

  private static Health health(ClusterNodesLine line) {
    if (line.flags().contains("myself")) {
      return Health.GOOD;
    }
    if (line.flags().contains("handshake")) {
      return Health.HANDSHAKE;
    }
    if (line.flags().contains("fail")) {
      return Health.FAILED;
    }
    return line.flags().contains("fail?") || line.flags().contains("noaddr") || !line.linked()
        ? Health.SUSPECTED
        : Health.GOOD;
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

  /** The keys that an answer to INFO with the section "keyspace" tells of. */
  static long keys(String info) {
    return keys(fields(info));
  }

  /** All databases count: a server that was not in cluster mode before may have several. */
  private static long keys(Map<String, String> fields) {
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
