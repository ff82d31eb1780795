package io.amoeba.shift.checks;

import io.amoeba.embedded.cassandra.CassandraNode;

/** The agent's bean of one node, and the severity that it gossips. Safe for concurrent use. */
record ShiftBean(CassandraNode node) {

  static final String NAME = "io.amoeba:type=ReadShift";

  String announce(long seconds) {
    return (String) node.jmx().invoke(NAME, "announce", seconds);
  }

  String announceAndDrain(long seconds) {
    return (String) node.jmx().invoke(NAME, "announceAndDrain", seconds);
  }

  boolean withdraw() {
    return (Boolean) node.jmx().invoke(NAME, "withdraw");
  }

  String phase() {
    return (String) node.jmx().attribute(NAME, "Phase");
  }

  void setMode(String mode) {
    node.jmx().setAttribute(NAME, "Severity", mode);
  }

  void setTurns(boolean on) {
    node.jmx().setAttribute(NAME, "Turns", on);
  }

  String turnRack() {
    return (String) node.jmx().attribute(NAME, "TurnRack");
  }

  long figure(String name) {
    return node.jmx().number(NAME, "Figures", name);
  }

  /** What other coordinators heed. */
  double severity() {
    return (Double)
        node.jmx().attribute("org.apache.cassandra.db:type=DynamicEndpointSnitch", "Severity");
  }

  /** How many reads of the table this node has served. */
  long localReads() {
    return (Long)
        node.jmx()
            .attribute(
                "org.apache.cassandra.metrics:type=Table,keyspace=shop,scope=items,name=ReadLatency",
                "Count");
  }
}
