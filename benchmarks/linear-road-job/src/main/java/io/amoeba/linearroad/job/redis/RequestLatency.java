package io.amoeba.linearroad.job.redis;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of the time that values spend in an operator, as the gauges {@code
 * amoeba.redis.latencyP50Micros} and {@code .latencyP99Micros} since about a second before the last
 * read. The task thread records; any thread may read the gauges.
 */
final class RequestLatency {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SingleWriterRecorder recorder = new SingleWriterRecorder(LONGEST_MICROS, 2);
  private @Nullable Histogram interval;
  private long intervalNanos;

  RequestLatency(MetricGroup operatorMetrics) {
    MetricGroup group = operatorMetrics.addGroup("amoeba").addGroup("redis");
    group.gauge("latencyP50Micros", () -> percentile(50));
    group.gauge("latencyP99Micros", () -> percentile(99));
  }

  void record(long micros) {
    recorder.recordValue(Math.min(micros, LONGEST_MICROS));
  }

  synchronized long percentile(double percentile) {
    long now = System.nanoTime();
    Histogram current = interval;
    // Both gauges are read together, and must describe the same values.
    if (current == null || now - intervalNanos > INTERVAL_NANOS) {
      current = recorder.getIntervalHistogram(current);
      interval = current;
      intervalNanos = now;
    }
    return current.getTotalCount() == 0 ? 0 : current.getValueAtPercentile(percentile);
  }
}
