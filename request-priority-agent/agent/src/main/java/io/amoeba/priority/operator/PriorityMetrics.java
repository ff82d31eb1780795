package io.amoeba.priority.operator;

import com.codahale.metrics.Gauge;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.function.LongSupplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;
import org.apache.cassandra.metrics.MetricNameFactory;

/**
 * Gauges in Cassandra's registry, beside its own: {@code type=RequestPriority}, and for each class
 * {@code type=RequestPriority,scope=high}. Stateless.
 */
public final class PriorityMetrics {

  static final String TYPE = "RequestPriority";

  private PriorityMetrics() {}

  public static void register(PriorityFigures figures) {
    MetricNameFactory node = new DefaultNameFactory(TYPE);
    figures.node().forEach((name, value) -> gauge(node, name, value));
    for (ServiceClass serviceClass : ServiceClass.values()) {
      MetricNameFactory names = new DefaultNameFactory(TYPE, serviceClass.text());
      figures.of(serviceClass).forEach((name, value) -> gauge(names, name, value));
    }
  }

  private static void gauge(MetricNameFactory names, String name, LongSupplier value) {
    Gauge<Long> gauge = value::getAsLong;
    CassandraMetricsRegistry.Metrics.register(names.createMetricName(camel(name)), gauge);
  }

  /** As "LowLimit" for "low_limit". */
  static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("_", -1)) {
      camel.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return camel.toString();
  }
}
