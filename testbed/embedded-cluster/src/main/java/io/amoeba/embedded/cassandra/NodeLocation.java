package io.amoeba.embedded.cassandra;

/**
 * Where a node says that it stands. Immutable.
 *
 * @param dataCentre as {@code NetworkTopologyStrategy} names it
 * @param rack unique within its data centre only
 */
public record NodeLocation(String dataCentre, String rack) {
  /** What Cassandra's own {@code conf/cassandra-rackdc.properties} says. */
  public static final String DEFAULT_DATA_CENTRE = "datacenter1";

  /** In the data centre of clusters that have only one. */
  public static NodeLocation inRack(String rack) {
    return new NodeLocation(DEFAULT_DATA_CENTRE, rack);
  }

  /** The text of {@code cassandra-rackdc.properties}. */
  String properties() {
    return "dc=%s%nrack=%s%n".formatted(dataCentre, rack);
  }
}
