package io.amoeba.partitioner.subscription;

import java.util.List;

/** One answer of the coordinator's long poll: all edges at one version. Immutable. */
final class PlacementDocument {

  private final String coordinator;
  private final long version;
  private final List<EdgePlacement> edges;

  PlacementDocument(String coordinator, long version, List<EdgePlacement> edges) {
    this.coordinator = coordinator;
    this.version = version;
    this.edges = List.copyOf(edges);
  }

  String coordinator() {
    return coordinator;
  }

  long version() {
    return version;
  }

  List<EdgePlacement> edges() {
    return edges;
  }
}
