package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.doctor.ToldEndpoint;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToldEndpointsTest {

  @Test
  void eachNodeIsToldOnceWithItsHostAsFarAsItHasOne() {
    List<Object> primary = Arrays.asList("10.0.0.1", 7000L, "a", List.of());
    List<Object> unknown = Arrays.asList(null, 7001L, "b", List.of("ip", "10.0.0.2"));
    List<Object> nameless = Arrays.asList("?", 7002L, "c", List.of("ip", "10.0.0.3"));

    assertThat(
            ToldEndpoints.in(
                List.of(
                    List.of(0L, 99L, primary, unknown),
                    List.of(100L, 200L, nameless),
                    List.of(201L, 300L, primary))))
        .containsExactly(
            new ToldEndpoint("a", "10.0.0.1"),
            new ToldEndpoint("b", ""),
            new ToldEndpoint("c", "?"));
  }

  @Test
  void answersOfAnotherFormTellNothing() {
    assertThat(ToldEndpoints.in(List.of("text", List.of(0L, 1L, List.of("10.0.0.1", 7000L)))))
        .isEmpty();
  }
}
