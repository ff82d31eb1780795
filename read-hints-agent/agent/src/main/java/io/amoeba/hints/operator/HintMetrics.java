package io.amoeba.hints.operator;

import com.codahale.metrics.Gauge;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.settings.HintCounters;
import java.util.function.Supplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;

/** Gauges in Cassandra's registry, beside its own: {@code type=ReadHints}. */
public final class HintMetrics {

  private HintMetrics() {}

  public static void register(HintCounters counters, CapturedReads captured) {
    CounterNames.values(counters)
        .keySet()
        .forEach(name -> gauge(camel(name), () -> CounterNames.values(counters).get(name)));
    CounterNames.dropped(counters, 0)
        .keySet()
        .forEach(
            name ->
                gauge(
                    "Dropped" + camel(name),
                    () -> CounterNames.dropped(counters, captured.dropped()).get(name)));
    gauge("LagMillis", counters::lagMillis);
  }

  private static void gauge(String name, Supplier<Long> value) {
    Gauge<Long> gauge = value::get;
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
