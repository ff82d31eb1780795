package io.amoeba.hints.checks;

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

/** The MBean of a node's hints, also while the node serves no clients. Stateless. */
final class HintBean {

  static final String NAME = "io.amoeba:type=ReadHints";

  private HintBean() {}

  static long counter(CassandraNode node, String name) {
    TabularData counters = (TabularData) node.jmx().attribute(NAME, "Counters");
    CompositeData row = counters.get(new Object[] {name});
    return row == null ? -1 : (Long) row.get("value");
  }

  static Object call(CassandraNode node, String operation, String... arguments) {
    return node.jmx().invoke(NAME, operation, arguments);
  }

  /** How many reads were applied; waits as long as the node does. */
  static long pullAndWait(CassandraNode node, long limitMillis, String ranges)
      throws IOException, NotBoundException, JMException {
    RMIServer server =
        (RMIServer) LocateRegistry.getRegistry("127.0.0.1", node.jmxPort()).lookup("jmxrmi");
    try (JMXConnector connector = new RMIConnector(server, Map.of())) {
      connector.connect();
      return (Long)
          connector
              .getMBeanServerConnection()
              .invoke(
                  new ObjectName(NAME),
                  "pullHotSetAndWait",
                  new Object[] {limitMillis, ranges},
                  new String[] {long.class.getName(), String.class.getName()});
    }
  }
}
