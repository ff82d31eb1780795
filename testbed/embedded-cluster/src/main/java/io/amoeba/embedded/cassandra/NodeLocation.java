package io.amoeba.embedded.cassandra;

/**
 * Data centre and rack of a node. Immutable.
 *
 * @param dataCentre as {@code NetworkTopologyStrategy} names it
 * @param rack unique within its data centre only
 */
public record NodeLocation(String dataCentre, String rack) {
  /** As in Cassandra's own {@code conf/cassandra-rackdc.properties}. */
  public static final String DEFAULT_DATA_CENTRE = "datacenter1";

  /** In the default data centre. */
  public static NodeLocation inRack(String rack) {
    return new NodeLocation(DEFAULT_DATA_CENTRE, rack);
  }

  /** The text of {@code cassandra-rackdc.properties}. */
  String properties() {
    return "dc=%s%nrack=%s%n".formatted(dataCentre, rack);
  }
}
