package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class CheckpointsTest {

  private static final String SAVEPOINT =
      "{'id': 7, 'status': 'COMPLETED', 'is_savepoint': true, 'discarded': false, 'external_path': 'file:/amoeba-1/savepoint'}";

  @Test
  void aSavepointIsKnownByItsFolder() {
    JsonNode told = told(checkpoint(6, "file:/chk-6", false));

    assertThat(Checkpoints.savepoint(told, "amoeba-1")).contains("file:/amoeba-1/savepoint");
    assertThat(Checkpoints.savepoint(told, "amoeba-2")).isEmpty();
    assertThat(Checkpoints.newest(told)).contains("file:/amoeba-1/savepoint");
  }

  @Test
  void aSavepointIsNoneOfAJobThatHasGoneOnToAnotherCheckpoint() {
    JsonNode told = told(checkpoint(8, "file:/chk-8", false));

    assertThat(Checkpoints.savepoint(told, "amoeba-1")).isEmpty();
    assertThat(Checkpoints.newest(told)).contains("file:/chk-8");
  }

  @Test
  void withoutCheckpointsTheSavepointIsTheNewest() {
    assertThat(Checkpoints.savepoint(told("null"), "amoeba-1")).isPresent();
    assertThat(Checkpoints.newest(told("null"))).contains("file:/amoeba-1/savepoint");
  }

  @Test
  void checkpointsThatWereDiscardedOrHaveNoPathCannotBeStartedFrom() {
    assertThat(Checkpoints.newest(told(checkpoint(8, "file:/chk-8", true))))
        .contains("file:/amoeba-1/savepoint");
    assertThat(
            Checkpoints.newest(
                told(checkpoint(8, "<checkpoint-not-externally-addressable>", false))))
        .contains("file:/amoeba-1/savepoint");
  }

  @Test
  void aJobWithoutCheckpointsHasNone() {
    JsonNode told = json("{'history': [], 'latest': {'completed': null, 'savepoint': null}}");

    assertThat(Checkpoints.savepoint(told, "amoeba-1")).isEmpty();
    assertThat(Checkpoints.newest(told)).isEmpty();
  }

  private static JsonNode told(String checkpoint) {
    return json(
        "{'history': [{'id': 9, 'status': 'FAILED', 'is_savepoint': true}, %s], 'latest': {'completed': %s, 'savepoint': %s}}"
            .formatted(SAVEPOINT, checkpoint, SAVEPOINT));
  }

  private static String checkpoint(int id, String path, boolean discarded) {
    return "{'id': %d, 'status': 'COMPLETED', 'is_savepoint': false, 'discarded': %s, 'external_path': '%s'}"
        .formatted(id, discarded, path);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
