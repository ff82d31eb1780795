package io.amoeba.redis;

import io.amoeba.partitioner.placement.protocol.RequestMetrics;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * An operator's requests by where they went: the counters {@code amoeba.redis.localRequests} and
 * {@code .remoteRequests}, and the gauge {@code .localHitRate} (0 … 1). One thread counts; any
 * thread may read.
 */
final class RequestCounts {
  private final Counter local;
  private final Counter remote;

  RequestCounts(MetricGroup operatorMetrics) {
    MetricGroup group =
        operatorMetrics.addGroup(RequestMetrics.GROUP).addGroup(RequestMetrics.STORE);
    this.local = group.counter(RequestMetrics.LOCAL);
    this.remote = group.counter(RequestMetrics.REMOTE);
    group.gauge("localHitRate", this::localHitRate);
  }

  void count(boolean onOwnHost) {
    (onOwnHost ? local : remote).inc();
  }

  private double localHitRate() {
    long hits = local.getCount();
    long all = hits + remote.getCount();
    return all == 0 ? 0 : (double) hits / all;
  }
}
