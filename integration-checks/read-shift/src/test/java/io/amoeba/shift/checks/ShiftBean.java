package io.amoeba.shift.checks;

import io.amoeba.embedded.cassandra.CassandraNode;
import java.io.IOException;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;

/** The agent's bean of one node, and the severity that it gossips. Safe for concurrent use. */
record ShiftBean(CassandraNode node) {

  static final String NAME = "io.amoeba:type=ReadShift";

  String announce(long seconds) throws Exception {
    return announce("announce", seconds);
  }

  String announceAndDrain(long seconds) throws Exception {
    return announce("announceAndDrain", seconds);
  }

  private String announce(String operation, long seconds)
      throws IOException, NotBoundException, JMException {
    RMIServer server =
        (RMIServer) LocateRegistry.getRegistry("127.0.0.1", node.jmxPort()).lookup("jmxrmi");
    try (JMXConnector connector = new RMIConnector(server, Map.of())) {
      connector.connect();
      return (String)
          connector
              .getMBeanServerConnection()
              .invoke(
                  new ObjectName(NAME),
                  operation,
                  new Object[] {seconds},
                  new String[] {long.class.getName()});
    }
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

  long figure(String name) {
    TabularData figures = (TabularData) node.jmx().attribute(NAME, "Figures");
    CompositeData row = figures.get(new Object[] {name});
    return row == null ? -1 : (Long) row.get("value");
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
