package io.amoeba.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportJsonTest {
  private record Sample(double at, long reads, List<Double> steps) {
    boolean isFirst() {
      return at == 0;
    }

    double perSecond() {
      return reads / at;
    }
  }

  @Test
  void recordsBecomeTheirComponentsAndNothingElse() {
    assertThat(ReportJson.tree(new Sample(1.5, 3, List.of(2.0, Double.NaN))))
        .hasToString("{\"at\":1.5,\"reads\":3,\"steps\":[2.0,null]}");
  }

  @Test
  void partsAreMergedAndNumbersThatAreNotFiniteAreNull() {
    ObjectNode merged =
        ReportJson.object(
            new Sample(Double.POSITIVE_INFINITY, 0, List.of()), Map.of("ratio", Double.NaN));

    assertThat(merged.path("at").isNull()).isTrue();
    assertThat(merged.path("ratio").isNull()).isTrue();
    assertThat(merged.path("reads").isNumber()).isTrue();
  }
}
