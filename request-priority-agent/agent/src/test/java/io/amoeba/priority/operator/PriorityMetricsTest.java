package io.amoeba.priority.operator;

import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;
import org.apache.cassandra.metrics.MetricNameFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PriorityMetricsTest {

  @BeforeAll
  static void initialize() {
    DatabaseDescriptor.clientInitialization();
  }

  @Test
  void figuresOfTheNodeAndOfEachClassAreGauges() {
    OperatedNode node = new OperatedNode();
    node.counters.arrived(LOW);
    node.counters.malformed();

    PriorityMetrics.register(node.figures);

    assertThat(value(new DefaultNameFactory("RequestPriority"), "Malformed")).isEqualTo(1L);
    assertThat(value(new DefaultNameFactory("RequestPriority", "low"), "Requests")).isEqualTo(1L);
    assertThat(value(new DefaultNameFactory("RequestPriority", "high"), "LatencyP999Micros"))
        .isEqualTo(0L);
  }

  private static Object value(MetricNameFactory names, String name) {
    Gauge<?> gauge =
        (Gauge<?>)
            CassandraMetricsRegistry.Metrics.getMetrics()
                .get(names.createMetricName(name).getMetricName());
    return requireNonNull(gauge).getValue();
  }
}
