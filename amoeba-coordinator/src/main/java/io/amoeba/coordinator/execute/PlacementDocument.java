package io.amoeba.coordinator.execute;

import java.util.List;

/**
 * What every task manager is told: the edges, by the start of the coordinator and a version that
 * grows with every change. Immutable. Source: placement protocol, "GET /api/v1/placement".
 */
public record PlacementDocument(String coordinator, long version, List<EdgeState> edges) {

  public PlacementDocument {
    edges = List.copyOf(edges);
  }

  /** Whether a caller that has seen this coordinator and version needs no answer. */
  boolean isKnownTo(String knownCoordinator, long knownVersion) {
    return coordinator.equals(knownCoordinator) && version == knownVersion;
  }
}
