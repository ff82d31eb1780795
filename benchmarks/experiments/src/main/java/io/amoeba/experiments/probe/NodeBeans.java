package io.amoeba.experiments.probe;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The MBeans of a Cassandra node, on this machine's (or container's) loopback address if no other
 * is named. Closing ends the connection. Confined to one thread.
 */
public final class NodeBeans implements AutoCloseable {
  private static final String URL = "service:jmx:rmi:///jndi/rmi://%s:%d/jmxrmi";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int USUAL_PORT = 7_199;

  private final JMXConnector connector;
  private final MBeanServerConnection node;

  private NodeBeans(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.node = connector.getMBeanServerConnection();
  }

  /** Connects; fails while the node does not listen. */
  static NodeBeans connect() throws IOException {
    return connect(USUAL_PORT);
  }

  /** The same on another port. */
  public static NodeBeans connect(int port) throws IOException {
    return connect(LOOPBACK, port);
  }

  /** The same at another address. */
  @SuppressWarnings("BanJNDI") // no other address than those of nodes that experiments start
  public static NodeBeans connect(String host, int port) throws IOException {
    return new NodeBeans(JMXConnectorFactory.connect(new JMXServiceURL(URL.formatted(host, port))));
  }

  /** An attribute; empty if the node has no such bean yet, or cannot say. */
  public Optional<Object> attribute(String bean, String attribute) throws JMException, IOException {
    try {
      return Optional.ofNullable(node.getAttribute(new ObjectName(bean), attribute));
    } catch (InstanceNotFoundException | RuntimeMBeanException e) {
      return Optional.empty();
    }
  }

  /** A counter; 0 if nothing was counted yet. */
  public long number(String bean, String attribute) throws JMException, IOException {
    return attribute(bean, attribute)
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).longValue())
        .orElse(0L);
  }

  /** Counters by name; empty if there is no such bean. */
  public Map<String, Long> numbers(String bean, String attribute) throws JMException, IOException {
    Map<String, Long> numbers = new HashMap<>();
    if (attribute(bean, attribute).orElse(null) instanceof TabularData table) {
      for (Object row : table.values()) {
        if (row instanceof CompositeData entry
            && entry.get("key") instanceof String name
            && entry.get("value") instanceof Number number) {
          numbers.put(name, number.longValue());
        }
      }
    }
    return numbers;
  }

  ThreadMXBean threads() throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
        node, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  public void set(String bean, String attribute, Object value) throws JMException, IOException {
    node.setAttribute(new ObjectName(bean), new Attribute(attribute, value));
  }

  Object call(String bean, String operation) throws JMException, IOException {
    return call(bean, operation, new Object[0]);
  }

  /** Calls an operation with these parameters, of these types. */
  public Object call(String bean, String operation, Object[] parameters, String... types)
      throws JMException, IOException {
    return node.invoke(new ObjectName(bean), operation, parameters, types);
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
