package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.embedded.disk.PoweredDisk;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The disk of a coordinator's files fails while a hash slot is half moved and clients write. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class DiskFaultsIT extends HalfMovedStore {
  private static final int PART = HashSlot.COUNT / NODES;
  private static final String GROW = "grow_store";

  private PoweredDisk disk;

  @BeforeEach
  void mount() throws IOException {
    Optional<PoweredDisk> mounted = PoweredDisk.mount(folder.resolve("disk"), 8);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    disk = mounted.orElseThrow();
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (disk != null) {
      endCoordinator();
      disk.close();
    }
  }

  @Override
  Path state() {
    return disk.folder();
  }

  @Test
  void aStoreHasGrownAfterALossOfPower() throws IOException, InterruptedException {
    useGrownJob();
    start(GROWTH + SLOWLY, "propose", 1, 2, 3);
    HashSlotSpan keyed = keyed(plans.awaitProposed(GROW));
    try (AcknowledgedWrites writes = writes(keyed, KEYS_OF_EACH)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();
      String id = plan.path("id").asText();

      disk.cutPower();
      killCoordinator();
      disk.restorePower();

      assertThat(journal().orElseThrow().hashSlots())
          .as("all hash slots in transition")
          .containsAll(store.open());
      start(GROWTH, "act", 1, 2, 3);
      plans.awaitEnd(id, "completed");
      assertThat(store.arrived(plan)).isEqualTo(plan.path("movedHashSlots").asInt());
      assertWhole(writes);
    }
  }

  @Test
  void nothingMovesWhileTheDiskIsFullAndTheStoreHasGrownInTheEnd()
      throws IOException, InterruptedException {
    useGrownJob();
    start(GROWTH + BRISKLY, "propose", 1, 2, 3);
    HashSlotSpan keyed = keyed(plans.awaitProposed(GROW));
    try (AcknowledgedWrites writes = writes(keyed, MANY_KEYS)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();

      Path filler = disk.fill();
      plans.awaiting(() -> plans.get("api/v1/status").toString().contains("could not be written"));
      int arrived = store.arrived(plan);
      writes.awaitMore(1_000);
      assertThat(store.arrived(plan)).as("nothing continues").isEqualTo(arrived);

      Files.delete(filler);
      plans.awaiting(
          () ->
              cluster.redis().hashSlotCounts().stream()
                  .allMatch(count -> count == PART || count == PART + 1));
      plans.awaiting(() -> journal().isEmpty());
      assertWhole(writes);
    }
  }

  private AcknowledgedWrites writes(HashSlotSpan keyed, int keysOfEach) {
    return new AcknowledgedWrites(
        cluster.redis().server(1).uri(), keyed.from(), keyed.to(), keysOfEach);
  }

  private void assertWhole(AcknowledgedWrites writes) throws IOException, InterruptedException {
    store.assertWhole();
    assertThat(journal()).isEmpty();
    assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
    writes.awaitMore(100);
    writes.endAndCheck();
  }
}
