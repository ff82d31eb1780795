package io.amoeba.linearroad.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
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

  @Test
  void bandsNameTheNodeOfEachHashSlotsPrimaryAndOwner() throws JsonProcessingException {
    HashSlotLayout layout =
        CoordinatorState.of(
                new ObjectMapper()
                    .readTree(
                        """
                        {"nodes": [
                           {"name": "a", "primaries": [{"hashSlots": [[0, 8191]]}]},
                           {"name": "b", "primaries": [{"hashSlots": [[8192, 16382]]}]}],
                         "operators": [
                           {"name": "Toll", "subtaskNodes": ["b", "a"], "owners": [[0, 1, 0], [2, 16383, 1]]},
                           {"name": "SegStats", "subtaskNodes": ["a", "b"]}]}
                        """))
            .layout();

    assertThat(layout.nodes()).containsExactly("a", "b");
    assertThat(layout.primaries()).hasSize(16_384).startsWith("AAA").endsWith("BBB.");
    assertThat(layout.operators().get(0).owners()).hasSize(16_384).startsWith("BBAA").endsWith("A");
    assertThat(layout.operators().get(1).owners()).isEmpty();
  }
}
