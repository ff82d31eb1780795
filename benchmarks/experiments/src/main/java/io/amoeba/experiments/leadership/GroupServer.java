package io.amoeba.experiments.leadership;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.Locale;

/**
 * A server that holds the data, with a connection. Safe for concurrent use.
 *
 * @param name for messages
 */
record GroupServer(String name, RedisURI address, RedisCommands<String, String> commands) {

  String hostAndPort() {
    return address.getHost() + ":" + address.getPort();
  }

  /**
   * A field of INFO.
   *
   * @throws IllegalStateException if this server does not have it
   */
  String info(String section, String field) {
    return commands
        .info(section)
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> line.substring(field.length() + 1).strip())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s has no %s in INFO %s: use Redis 6.2 or newer"
                        .formatted(name, field, section)));
  }

  long number(String section, String field) {
    return Long.parseLong(info(section, field));
  }

  boolean leads() {
    return commands.role().get(0).equals("master");
  }

  /** Whether it is a replica that gets every write. */
  boolean isInSync() {
    List<Object> role = commands.role();
    return role.get(0).equals("slave") && role.get(3).equals("connected");
  }

  /** The cluster's name of this server. */
  String id() {
    return commands.clusterMyId();
  }

  /** Whether this server knows a replica as that of a primary. */
  boolean knows(String replica, String primary) {
    return commands
        .clusterNodes()
        .lines()
        .anyMatch(line -> line.startsWith(replica) && line.contains("slave " + primary));
  }

  /** CPU time of the server's main process since its start. */
  double cpuSeconds() {
    return Double.parseDouble(info("cpu", "used_cpu_sys"))
        + Double.parseDouble(info("cpu", "used_cpu_user"));
  }

  /** A number of a setting. */
  long setting(String name) {
    String value = commands.configGet(name).get(name.toLowerCase(Locale.ROOT));
    if (value == null) {
      throw new IllegalStateException(this.name + " has no setting " + name);
    }
    return Long.parseLong(value);
  }

  @Override
  public String toString() {
    return name;
  }
}
