package io.amoeba.streaming.operator;

import com.codahale.metrics.Gauge;
import java.util.Map;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;

/** Gauges in Cassandra's registry, beside its own. */
public final class JoinMetrics {

  private JoinMetrics() {}

  public static void register(IncrementalJoinMXBean join) {
    DefaultNameFactory names = new DefaultNameFactory("IncrementalJoin");
    Map<String, Gauge<Long>> gauges =
        Map.of(
            "TokensDone", () -> (long) join.getTokensDone(),
            "TokensTotal", () -> (long) join.getTokensTotal(),
            "Step", () -> (long) join.getStep(),
            "Steps", () -> (long) join.getSteps(),
            "StepBytesDone", join::getStepBytesDone,
            "StepBytesTotal", join::getStepBytesTotal,
            "MembersWaitedFor", () -> (long) join.getMissing().size(),
            "ReadsRefused", join::getReadsRefused,
            "NodesJoining", () -> (long) join.getJoins().size());
    gauges.forEach(
        (name, gauge) ->
            CassandraMetricsRegistry.Metrics.register(names.createMetricName(name), gauge));
  }
}
