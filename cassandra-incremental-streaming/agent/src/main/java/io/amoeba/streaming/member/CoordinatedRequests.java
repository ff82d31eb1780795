package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.pace.RequestTotals;
import java.util.List;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.metrics.LatencyMetrics;

/** Cassandra's counters of the requests that this node coordinates. Stateless. */
final class CoordinatedRequests {

  /** How many kinds there are: reads, writes, lightweight transactions. */
  static final int KINDS = 3;

  private CoordinatedRequests() {}

  static List<RequestTotals> totals() {
    return List.of(
        of(ClientRequestsMetricsHolder.readMetrics),
        of(ClientRequestsMetricsHolder.writeMetrics),
        of(ClientRequestsMetricsHolder.casWriteMetrics));
  }

  private static RequestTotals of(LatencyMetrics metrics) {
    return new RequestTotals(metrics.latency.getCount(), metrics.totalLatency.getCount());
  }
}
