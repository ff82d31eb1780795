package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.observe.Requests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorLocalityTest {
  private static Sample sample(long millis, Map<String, Requests> requests) {
    return new Sample(millis, 1, 0, requests, true, 0);
  }

  @Test
  void eachOperatorIsCountedInBothSpans() {
    List<Sample> samples =
        List.of(
            sample(1_000, Map.of("SegStats", new Requests(10, 20))),
            sample(2_000, Map.of("SegStats", new Requests(15, 35), "Toll", new Requests(1, 2))),
            sample(3_000, Map.of("SegStats", new Requests(20, 40), "Toll", new Requests(1, 2))),
            sample(4_000, Map.of("SegStats", new Requests(50, 40), "Toll", new Requests(1, 2))));

    assertThat(
            OperatorLocality.of(
                samples, new Figures.Span(1_000, 2_000), new Figures.Span(3_000, 4_000)))
        .containsExactly(
            new OperatorLocality("SegStats", new Requests(5, 15), new Requests(30, 0)),
            new OperatorLocality("Toll", new Requests(1, 2), Requests.NONE));
  }

  @Test
  void operatorWithoutRequestsIsLeftOut() {
    List<Sample> samples =
        List.of(
            sample(1_000, Map.of("Toll", new Requests(4, 4))),
            sample(2_000, Map.of("Toll", new Requests(4, 4))));

    assertThat(OperatorLocality.of(samples, Figures.Span.EMPTY, new Figures.Span(1_000, 2_000)))
        .isEmpty();
  }
}
