package io.amoeba.partitioner.placement.protocol;

import java.util.List;

/**
 * One answer of the coordinator's long poll: all edges at one version. Coordinators that share
 * their work lead by terms, 1, 2, 3, …; of one that does not, the term is 0. Immutable.
 */
public final class PlacementDocument {

  private final String coordinator;
  private final long term;
  private final long version;
  private final List<EdgePlacement> edges;

  /**
   * The edges as they are now.
   *
   * @param coordinator names a start of the coordinator; task managers forget versions of others
   * @param version grows with every change
   */
  public PlacementDocument(String coordinator, long term, long version, List<EdgePlacement> edges) {
    this.coordinator = coordinator;
    this.term = term;
    this.version = version;
    this.edges = List.copyOf(edges);
  }

  /** The start of the coordinator. */
  public String coordinator() {
    return coordinator;
  }

  /** The leader's term, 0 if there are no terms. */
  public long term() {
    return term;
  }

  /** The version of this coordinator's document. */
  public long version() {
    return version;
  }

  /** All edges. */
  public List<EdgePlacement> edges() {
    return edges;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PlacementDocument)) {
      return false;
    }
    PlacementDocument that = (PlacementDocument) other;
    return term == that.term
        && version == that.version
        && coordinator.equals(that.coordinator)
        && edges.equals(that.edges);
  }

  @Override
  public int hashCode() {
    return (coordinator.hashCode() * 31 + Long.hashCode(term)) * 31 + Long.hashCode(version);
  }

  @Override
  public String toString() {
    return "version " + version + " of coordinator " + coordinator + ": " + edges;
  }
}
