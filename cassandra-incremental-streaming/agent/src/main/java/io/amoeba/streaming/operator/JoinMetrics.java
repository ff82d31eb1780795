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
        Map.ofEntries(
            Map.entry("TokensDone", () -> (long) join.getTokensDone()),
            Map.entry("TokensTotal", () -> (long) join.getTokensTotal()),
            Map.entry("Step", () -> (long) join.getStep()),
            Map.entry("Steps", () -> (long) join.getSteps()),
            Map.entry("StepBytesDone", join::getStepBytesDone),
            Map.entry("StepBytesTotal", join::getStepBytesTotal),
            Map.entry("BytesDone", join::getBytesDone),
            Map.entry("BytesTotal", join::getBytesTotal),
            Map.entry("BytesPerSec", join::getBytesPerSec),
            Map.entry("EtaSeconds", join::getEtaSeconds),
            Map.entry("PaceBytesPerSec", join::getPaceBytesPerSec),
            Map.entry("MembersWaitedFor", () -> (long) join.getMissing().size()),
            Map.entry("ReadsRefused", join::getReadsRefused),
            Map.entry("StatesRefused", join::getStatesRefused),
            Map.entry("NodesJoining", () -> (long) join.getJoins().size()));
    gauges.forEach(
        (name, gauge) ->
            CassandraMetricsRegistry.Metrics.register(names.createMetricName(name), gauge));
  }
}
