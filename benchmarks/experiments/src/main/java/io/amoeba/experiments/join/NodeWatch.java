package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.ycsb.YcsbSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Asks the Cassandra node that has this machine's (or container's) network identity about itself,
 * by JMX, every half second, until it is interrupted; tells every answer by a line. The node need
 * not run yet. Confined to one thread.
 */
public final class NodeWatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String URL = "service:jmx:rmi:///jndi/rmi://127.0.0.1:7199/jmxrmi";
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String TABLE =
      "org.apache.cassandra.metrics:type=Table,keyspace="
          + YcsbSchema.KEYSPACE
          + ",scope="
          + YcsbSchema.TABLE
          + ",name=";
  private static final String STREAMS = "org.apache.cassandra.net:type=StreamManager";
  private static final String READ_STAGE =
      "org.apache.cassandra.metrics:type=ThreadPools,path=request,scope=ReadStage,name=CompletedTasks";
  private static final long PERIOD_MILLIS = 500;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final Clock clock;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param out gets the lines
   */
  public NodeWatch(Clock clock, PrintWriter out) {
    this.clock = clock;
    this.out = out;
  }

  /** Runs it. */
  @SuppressWarnings("BanJNDI") // no other address than that of the node beside it
  public void run() throws InterruptedException, JMException {
    while (true) {
      try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(URL))) {
        watch(connector.getMBeanServerConnection());
      } catch (IOException | SecurityException e) {
        // The node does not listen yet, or no longer.
        Thread.sleep(PERIOD_MILLIS);
      }
    }
  }

  private void watch(MBeanServerConnection node)
      throws InterruptedException, JMException, IOException {
    ServedReads reads = new ServedReads();
    ReceivedBytes received = new ReceivedBytes();
    while (true) {
      out.println(NodeSample.LINE + JSON.writeValueAsString(sample(node, reads, received)));
      out.flush();
      Thread.sleep(PERIOD_MILLIS - clock.millis() % PERIOD_MILLIS);
    }
  }

  private NodeSample sample(MBeanServerConnection node, ServedReads reads, ReceivedBytes received)
      throws JMException, IOException {
    String mode = mode(node);
    return new NodeSample(
        clock.millis() / MILLIS_PER_SECOND,
        mode,
        ownership(node),
        reads.count(
            mode.equals(NodeSample.NORMAL),
            number(node, TABLE + "ReadLatency", "Count"),
            number(node, READ_STAGE, "Value")),
        number(node, TABLE + "WriteLatency", "Count"),
        received.count(plans(node)));
  }

  private static String mode(MBeanServerConnection node) throws JMException, IOException {
    try {
      return String.valueOf(node.getAttribute(new ObjectName(STORAGE), "OperationMode"));
    } catch (InstanceNotFoundException e) {
      return "STARTING";
    }
  }

  private static double ownership(MBeanServerConnection node) throws JMException, IOException {
    double own = 0;
    try {
      Map<?, ?> owners = (Map<?, ?>) node.getAttribute(new ObjectName(STORAGE), "Ownership");
      for (Map.Entry<?, ?> owner : owners.entrySet()) {
        if (owner.getKey() instanceof InetAddress address
            && owner.getValue() instanceof Number part
            && NetworkInterface.getByInetAddress(address) != null) {
          own += part.doubleValue();
        }
      }
    } catch (InstanceNotFoundException | RuntimeMBeanException e) {
      // It knows no ring yet.
    }
    return own;
  }

  private static Map<String, ReceivedBytes.Plan> plans(MBeanServerConnection node)
      throws JMException, IOException {
    Map<String, ReceivedBytes.Plan> plans = new HashMap<>();
    try {
      Set<?> streams = (Set<?>) node.getAttribute(new ObjectName(STREAMS), "CurrentStreams");
      for (Object stream : streams) {
        CompositeData plan = (CompositeData) stream;
        plans.put(
            (String) plan.get("planId"),
            new ReceivedBytes.Plan(
                (long) plan.get("currentRxBytes"), (long) plan.get("totalRxBytes")));
      }
    } catch (InstanceNotFoundException e) {
      // It has not come so far.
    }
    return plans;
  }

  private static long number(MBeanServerConnection node, String metric, String attribute)
      throws JMException, IOException {
    try {
      return node.getAttribute(new ObjectName(metric), attribute) instanceof Number count
          ? count.longValue()
          : 0;
    } catch (InstanceNotFoundException e) {
      return 0; // nothing was counted yet
    }
  }
}
