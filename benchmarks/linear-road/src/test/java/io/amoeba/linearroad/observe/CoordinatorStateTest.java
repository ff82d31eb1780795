package io.amoeba.linearroad.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinatorStateTest {
  @ParameterizedTest
  @CsvSource({
    "running, hash, planned, true, planned",
    "running, hash, other, true, hash",
    "running, rotated, other, true, rotated",
    "running, hash, changing, true, ''",
    "returning, hash, planned, true, planned",
    "idle, hash, none, false, ''"
  })
  void mapsOfTheDrillThatAreInForceAreNamed(
      String activity, String other, String inForce, boolean drilling, String named)
      throws JsonProcessingException {
    CoordinatorState state =
        CoordinatorState.of(
            new ObjectMapper()
                .readTree(
                    "{\"drill\":{\"activity\":\"%s\",\"other\":\"%s\",\"inForce\":\"%s\"}}"
                        .formatted(activity, other, inForce)));

    assertThat(state.drilling()).isEqualTo(drilling);
    assertThat(state.mapsInForce()).isEqualTo(named);
  }
}
