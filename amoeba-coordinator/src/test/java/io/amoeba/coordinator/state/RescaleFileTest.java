package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.rescale.OpenRescale;
import io.amoeba.coordinator.execute.rescale.OpenRescale.Successor;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.RescaleWay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RescaleFileTest {

  static final OpenRescale STOPPED =
      new OpenRescale(
          "j",
          "Job",
          RescaleWay.SAVEPOINT,
          2,
          3,
          2,
          List.of(),
          "t",
          "file:///s/1",
          new Successor("k", true));

  private static final OpenRescale IN_PLACE =
      new OpenRescale(
          "j", "Job", RescaleWay.IN_PLACE, 2, 3, 3, List.of("a", "b"), "", "", Successor.NONE);

  @TempDir private Path folder = Path.of("");

  @Test
  void whatWasWrittenLastIsOpenUntilItEnds() {
    Path path = folder.resolve("rescale.json");
    assertThat(new RescaleFile(path, Leadership.ALONE).open()).isEmpty();

    for (OpenRescale open : List.of(IN_PLACE, STOPPED)) {
      new RescaleFile(path, Leadership.ALONE).write(open);
      assertThat(new RescaleFile(path, Leadership.ALONE).open()).contains(open);
    }

    new RescaleFile(path, Leadership.ALONE).end();
    assertThat(new RescaleFile(path, Leadership.ALONE).open()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2}",
        "{\"format\": 1, \"from\": 2, \"to\": 3, \"parallelism\": 4}",
        "{\"format\": 1, \"from\": 2, \"to\": 3, \"parallelism\": 2, \"job\": \"j\"}"
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("rescale.json"), content);

    assertThatThrownBy(() -> new RescaleFile(path, Leadership.ALONE).open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("See whether the job runs");
  }

  @Test
  void whatCannotBeKeptSaysSo() {
    Path path = folder.resolve("no-folder").resolve("rescale.json");

    assertThatThrownBy(() -> new RescaleFile(path, Leadership.ALONE).write(STOPPED))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("from 2 to 3 subtasks and does not continue");
  }
}
