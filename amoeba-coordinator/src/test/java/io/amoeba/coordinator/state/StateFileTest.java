package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void whatWasSavedLastIsLoaded() {
    StateFile file = new StateFile(folder.resolve("state.json"), Leadership.ALONE);
    EdgeState committed = edge("Toll", 3, 7);
    file.save(List.of(edge("Toll", 2, 5)));
    file.save(List.of(committed, EdgeState.unknown(new EdgeId("job", "SegStats"), 2)));

    assertThat(new StateFile(folder.resolve("state.json"), Leadership.ALONE).load())
        .containsExactly(committed);
    assertThat(folder)
        .isDirectoryContaining("glob:**/state.json")
        .isDirectoryNotContaining("glob:**/*.next");
  }

  @Test
  void aFileThatDoesNotExistIsEmpty() {
    assertThat(new StateFile(folder.resolve("none.json"), Leadership.ALONE).load()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"edges\": null}",
        "{\"format\": 2, \"edges\": []}",
        "{\"edges\": [",
        "{\"edges\": [{\"job\": \"a\"}]}",
        "{\"edges\": [{\"job\":\"a\",\"operator\":\"b\",\"parallelism\":2,\"epoch\":1,"
            + "\"phase\":\"COMMIT\",\"committedCohort\":\"0\",\"hashSlots\":[[0,5,0]]}]}"
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("state.json"), content);

    assertThatThrownBy(() -> new StateFile(path, Leadership.ALONE).load())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("Delete it");
  }

  @Test
  void anEpochThatSomebodyForgedBeforeItWasKeptDoesNotEndAlignment() throws IOException {
    Path path = folder.resolve("state.json");
    new StateFile(path, Leadership.ALONE).save(List.of(edge("Toll", 3, 7), edge("Other", 5, 7)));
    String forged =
        Files.readString(path)
            .replaceFirst(",\"sha256\":\"[0-9a-f]{64}\"", "")
            .replace("\"highestEpoch\":4", "\"highestEpoch\":9223372036854775806")
            .replace("\"epoch\":5", "\"epoch\":9223372036854775807");
    Files.writeString(path, forged);

    List<EdgeState> loaded = new StateFile(path, Leadership.ALONE).load();

    assertThat(loaded).extracting(state -> state.edge().operator()).containsExactly("Toll");
    assertThat(loaded.get(0).highestEpoch()).isEqualTo(3);
  }

  @Test
  void aFolderThatIsGoneDoesNotStopTheHandOver() {
    new StateFile(folder.resolve("gone").resolve("state.json"), Leadership.ALONE)
        .save(List.of(edge("Toll", 2, 5)));

    assertThat(folder.resolve("gone")).doesNotExist();
  }

  static EdgeState edge(String operator, long epoch, long cohort) {
    int[] owners = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      owners[hashSlot] = hashSlot < 5_000 ? 0 : 1;
    }
    return new EdgeState(
        new EdgeId("job", operator),
        2,
        Optional.of(PlacementMap.of(epoch, 2, owners)),
        Phase.COMMIT,
        Optional.of(new Completed(epoch - 1, List.of(-1L, 12L))),
        List.of(),
        cohort,
        epoch + 1);
  }
}
