package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.migration.MigrationPhase;
import io.amoeba.coordinator.execute.migration.OpenMigration;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationFileTest {

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void theMigrationThatWasKeptLastIsOpenUntilItEnds(MigrationPhase phase) {
    Path path = folder.resolve("migration.json");
    assertThat(new MigrationFile(path, Leadership.ALONE).open()).isEmpty();

    new MigrationFile(path, Leadership.ALONE).keep(migration(MigrationPhase.MEETING));
    new MigrationFile(path, Leadership.ALONE).keep(migration(phase));
    assertThat(new MigrationFile(path, Leadership.ALONE).open()).contains(migration(phase));

    new MigrationFile(path, Leadership.ALONE).end();
    assertThat(new MigrationFile(path, Leadership.ALONE).open()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2}",
        "{\"format\": 1, \"hashSlots\": [], \"phase\": \"NONE\"}",
        "{\"format\": 1, \"hashSlots\": [], \"phase\": \"PROMOTED\", \"primary\": 7}",
        "{\"format\": 1, \"hashSlots\": [], \"phase\": \"PROMOTED\", \"primary\": \"p\"}",
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("migration.json"), content);

    assertThatThrownBy(() -> new MigrationFile(path, Leadership.ALONE).open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("CLUSTER NODES");
  }

  @Test
  void aMigrationThatCannotBeKeptSaysSo() {
    Path path = folder.resolve("no-folder").resolve("migration.json");

    assertThatThrownBy(
            () ->
                new MigrationFile(path, Leadership.ALONE)
                    .keep(migration(MigrationPhase.FAILING_OVER)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("primary p does not enter phase FAILING_OVER");
  }

  static OpenMigration migration(MigrationPhase phase) {
    return new OpenMigration(
        phase,
        "p",
        new ServerAddress("127.0.1.1", 7000),
        new ServerAddress("::1", 7001),
        "s",
        true,
        OldPrimary.RETIRE,
        9,
        List.of(new HashSlotSpan(0, 5), new HashSlotSpan(7, 7)));
  }
}
