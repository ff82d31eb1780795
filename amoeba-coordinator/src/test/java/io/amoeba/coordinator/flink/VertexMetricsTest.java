package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.partitioner.placement.protocol.RequestMetrics;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertexMetricsTest {

  private static final String LOCAL = "chain." + RequestMetrics.qualified(RequestMetrics.LOCAL);
  private static final String REMOTE = "chain." + RequestMetrics.qualified(RequestMetrics.REMOTE);

  @Test
  void ratesAreThoseOfAllOperatorsOfTheChain() {
    Map<String, Double> sums =
        Map.of("numRecordsInPerSecond", 12.5, LOCAL, 30.0, "other." + LOCAL, 10.0, REMOTE, 2.0);

    assertThat(VertexMetrics.rates(sums)).isEqualTo(new OperatorRates(12.5, 40, 2));
    assertThat(VertexMetrics.rates(Map.of())).isEqualTo(OperatorRates.UNKNOWN);
  }

  /** A share of them is what plans are judged by. */
  @ParameterizedTest
  @ValueSource(doubles = {-1, -1e300, Double.MAX_VALUE, Double.POSITIVE_INFINITY, 1e19, Double.NaN})
  void whatCannotBeCountedIsUnknown(double said) {
    assertThat(
            VertexMetrics.rates(Map.of("numRecordsInPerSecond", said, LOCAL, said, REMOTE, said)))
        .isEqualTo(OperatorRates.UNKNOWN);
  }
}
