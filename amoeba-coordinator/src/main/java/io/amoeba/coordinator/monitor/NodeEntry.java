package io.amoeba.coordinator.monitor;

import java.util.List;

/**
 * One line of the node table: a machine by its name, with the hosts or task-manager ids by which
 * Flink knows it, and the hosts or {@code host:port} pairs by which Redis knows it. Immutable.
 */
public record NodeEntry(String name, List<String> flinkHosts, List<String> redisHosts) {

  public NodeEntry {
    flinkHosts = List.copyOf(flinkHosts);
    redisHosts = List.copyOf(redisHosts);
  }
}
