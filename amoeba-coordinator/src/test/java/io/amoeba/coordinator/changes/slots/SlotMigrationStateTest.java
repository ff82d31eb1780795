package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationCodec;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a coordinator leaves in the journal, and its successor acts on. */
class SlotMigrationStateTest {

  private static final SlotMigrationState STATE =
      new SlotMigrationState(
          List.of(
              new HashSlotMove(
                  "a1",
                  "b2",
                  List.of(new HashSlotSpan(7, 9), new HashSlotSpan(16_383, 16_383)),
                  MoveReason.OWNER_GIVEN)),
          SlotMigrationMethod.CLUSTER_MIGRATION,
          2,
          70_000_000_000L,
          List.of(
              new SlotsInTransition(
                  List.of(7, 16_383), "a1", "b2", "run", SlotMigrationMethod.CLUSTER_MIGRATION)),
          List.of(Problem.error("SLOT_OWNER_NOT_TOLD", "c does not answer", "")));

  @Test
  void successorReadsTheStateAsItWasWritten() {
    assertThat(read(json())).isEqualTo(STATE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"hashSlotsDone\":2, | ",
        "\"hashSlotsDone\":2 | \"hashSlotsDone\":\"2\"",
        "\"hashSlots\":[7,16383] | \"hashSlots\":[]",
        "\"hashSlots\":[7,16383] | \"hashSlots\":[\"7\"]",
        "\"sourceRun\":\"run\", | ",
        "\"method\":\"CLUSTER_MIGRATION\" | \"method\":\"WALK\"",
        "\"to\":\"b2\", | ",
      })
  void damagedStateIsRefused(String text, String damage) {
    String damaged = json().replace(text, damage == null ? "" : damage);

    assertThat(damaged).isNotEqualTo(json());
    assertThatThrownBy(() -> read(damaged)).isInstanceOf(IllegalArgumentException.class);
  }

  private static String json() {
    return OperationCodec.write(new Entry("plan-1", MoveHashSlots.KIND, STATE)).toString();
  }

  private static Record read(String json) {
    try {
      return OperationCodec.read(
              new ObjectMapper().readTree(json),
              Map.of(MoveHashSlots.KIND, SlotMigrationState.class))
          .state();
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
