package io.amoeba.experiments.probe;

import io.amoeba.experiments.load.TableSchema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;

/** Samples what a joining node does. Confined to one thread. */
final class JoiningNodeProbe implements NodeWatch.Sampler<NodeSample> {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String TABLE =
      "org.apache.cassandra.metrics:type=Table,keyspace="
          + TableSchema.KEYSPACE
          + ",scope="
          + TableSchema.TABLE
          + ",name=";
  private static final String STREAMS = "org.apache.cassandra.net:type=StreamManager";
  private static final String READ_STAGE =
      "org.apache.cassandra.metrics:type=ThreadPools,path=request,scope=ReadStage,name=CompletedTasks";

  private final ServedReads reads = new ServedReads();
  private final ReceivedBytes received = new ReceivedBytes();

  @Override
  public NodeSample sample(NodeBeans node, double atSeconds) throws JMException, IOException {
    String mode = node.attribute(STORAGE, "OperationMode").map(String::valueOf).orElse("STARTING");
    return new NodeSample(
        atSeconds,
        mode,
        ownership(node),
        reads.count(
            mode.equals(NodeSample.NORMAL),
            node.number(TABLE + "ReadLatency", "Count"),
            node.number(READ_STAGE, "Value")),
        node.number(TABLE + "WriteLatency", "Count"),
        received.count(plans(node)));
  }

  /** 0 as long as it knows no ring. */
  private static double ownership(NodeBeans node) throws JMException, IOException {
    double own = 0;
    if (node.attribute(STORAGE, "Ownership").orElse(null) instanceof Map<?, ?> owners) {
      for (Map.Entry<?, ?> owner : owners.entrySet()) {
        if (owner.getKey() instanceof InetAddress address
            && owner.getValue() instanceof Number part
            && NetworkInterface.getByInetAddress(address) != null) {
          own += part.doubleValue();
        }
      }
    }
    return own;
  }

  private static Map<String, ReceivedBytes.Plan> plans(NodeBeans node)
      throws JMException, IOException {
    Map<String, ReceivedBytes.Plan> plans = new HashMap<>();
    if (node.attribute(STREAMS, "CurrentStreams").orElse(null) instanceof Set<?> streams) {
      for (Object stream : streams) {
        CompositeData plan = (CompositeData) stream;
        plans.put(
            (String) plan.get("planId"),
            new ReceivedBytes.Plan(
                (long) plan.get("currentRxBytes"), (long) plan.get("totalRxBytes")));
      }
    }
    return plans;
  }
}
