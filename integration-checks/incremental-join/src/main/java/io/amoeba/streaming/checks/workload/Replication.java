package io.amoeba.streaming.checks.workload;

import io.amoeba.embedded.cassandra.NodeLocation;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many copies of each row a keyspace keeps. Immutable.
 *
 * @param copies replication factor of each data centre that has a copy
 */
public record Replication(Map<String, Integer> copies) {
  public Replication {
    copies = Map.copyOf(copies);
    if (copies.isEmpty() || copies.values().stream().anyMatch(factor -> factor < 1)) {
      throw new IllegalArgumentException(
          "Replication factors %s: name at least one data centre, each with 1 or more"
              .formatted(copies));
    }
  }

  /** All copies in the data centre of clusters that have only one. */
  public static Replication inOneDataCentre(int factor) {
    return new Replication(Map.of(NodeLocation.DEFAULT_DATA_CENTRE, factor));
  }

  /** Copies in all data centres together, of which QUORUM takes more than half. */
  public int total() {
    return copies.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What follows {@code WITH replication =}. */
  String cql() {
    return new TreeMap<>(copies)
        .entrySet().stream()
            .map(entry -> "'%s': %d".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", ", "{'class': 'NetworkTopologyStrategy', ", "}"));
  }
}
