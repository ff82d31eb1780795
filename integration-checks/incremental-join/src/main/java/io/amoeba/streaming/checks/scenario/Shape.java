package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeLocation;
import io.amoeba.streaming.checks.workload.Replication;
import java.util.Map;

/** How the nodes of a checked cluster stand, and how many copies they keep. */
enum Shape {
  /** Every member loses ranges to a joining node. */
  ONE_RACK("1 racks", 3, Replication.inOneDataCentre(3)) {
    @Override
    NodeLocation location(int node) {
      return NodeLocation.inRack("rack1");
    }
  },
  /** A joining node takes ranges from one member only, that of its rack. */
  THREE_RACKS("3 racks", 3, Replication.inOneDataCentre(3)) {
    @Override
    NodeLocation location(int node) {
      return NodeLocation.inRack("rack" + ((node - 1) % 3 + 1));
    }
  },
  /**
   * In turn one node in each data centre. The first one has one rack, the second one as many as
   * copies.
   */
  TWO_DATA_CENTRES(
      "two data centres, two data folders", 4, new Replication(Map.of("east", 2, "west", 2))) {
    @Override
    NodeLocation location(int node) {
      return node % 2 == 1
          ? new NodeLocation("east", "rack1")
          : new NodeLocation("west", "rack" + (node / 2 % 2 + 1));
    }

    @Override
    CassandraSettings settings() {
      return super.settings().withLocalReplicas(2).withDataFolders(2);
    }
  };

  private final String words;
  private final int members;
  private final Replication replication;

  Shape(String words, int members, Replication replication) {
    this.words = words;
    this.members = members;
    this.replication = replication;
  }

  /** For the names of scenarios. */
  String words() {
    return words;
  }

  /** How many nodes there are before any joins. */
  int members() {
    return members;
  }

  /** Of the checked keyspace. */
  Replication replication() {
    return replication;
  }

  /**
   * @param node its number, from 1; later ones join
   */
  abstract NodeLocation location(int node);

  /** Without options of the nodes. */
  CassandraSettings settings() {
    return CassandraSettings.defaults().withLocations(this::location);
  }
}
