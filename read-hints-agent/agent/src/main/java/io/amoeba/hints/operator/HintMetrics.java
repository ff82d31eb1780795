package io.amoeba.hints.operator;

import com.codahale.metrics.Gauge;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.settings.HintCounters;
import java.util.function.LongSupplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;

/** Gauges in Cassandra's registry, beside its own: {@code type=ReadHints}. */
public final class HintMetrics {

  private HintMetrics() {}

  public static void register(HintCounters counters, CapturedReads captured) {
    CounterNames.counters(counters).forEach((name, value) -> gauge(camel(name), value));
    CounterNames.dropped(counters, captured)
        .forEach((name, value) -> gauge("Dropped" + camel(name), value));
    gauge("LagMillis", counters::lagMillis);
    gauge("SenderCpuNanos", counters::senderCpuNanos);
  }

  private static void gauge(String name, LongSupplier value) {
    Gauge<Long> gauge = value::getAsLong;
    CassandraMetricsRegistry.Metrics.register(
        new DefaultNameFactory("ReadHints").createMetricName(name), gauge);
  }

  /** As "SentBytes" for "sent_bytes". */
  private static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("_", -1)) {
      camel.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return camel.toString();
  }
}
