package io.amoeba.partitioner.subscription;

import java.util.List;

/**
 * One answer of the coordinator's long poll: all edges at one version. Coordinators that share
 * their work lead by terms, 1, 2, 3, …; of one that does not, the term is 0. Immutable.
 */
final class PlacementDocument {

  private final String coordinator;
  private final long term;
  private final long version;
  private final List<EdgePlacement> edges;

  PlacementDocument(String coordinator, long term, long version, List<EdgePlacement> edges) {
    this.coordinator = coordinator;
    this.term = term;
    this.version = version;
    this.edges = List.copyOf(edges);
  }

  String coordinator() {
    return coordinator;
  }

  long term() {
    return term;
  }

  long version() {
    return version;
  }

  List<EdgePlacement> edges() {
    return edges;
  }
}
