package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes and work that only nodes in containers have, too short for their figures to say much. */
class LeadershipBenchContainersIT {
  @TempDir private Path folder = Path.of("");

  private JsonNode runs(String work, String mode) throws Exception {
    Path json = folder.resolve("leadership.json");

    int exitCode =
        AmoebaCommand.commandLine()
            .execute(
                "bench",
                "leadership",
                "--work=" + work,
                "--modes=" + mode,
                "--size-mib=16",
                "--rounds=1",
                "--seconds=6",
                "--json=" + json,
                "--report=" + folder.resolve("leadership.html"));

    assertThat(exitCode).isEqualTo(ExitCode.OK);
    JsonNode runs = new ObjectMapper().readTree(json.toFile()).path("runs");
    assertThat(runs.findValuesAsText("name")).containsExactly("stock", mode);
    for (JsonNode run : runs) {
      assertThat(run.path("duringPerSecond").asDouble()).isPositive();
      assertThat(run.path("workSeconds").asDouble()).isPositive();
      assertThat(run.path("lostWrites").asDouble(-1)).isZero();
      assertThat(run.path("fullCopies").asDouble(-1)).isZero();
    }
    assertThat(runs.path(0).path("onPrimaryShare").asDouble()).isEqualTo(1);
    assertThat(runs.path(1).path("onPrimaryShare").asDouble(-1)).isZero();
    return runs;
  }

  @Test
  void aBackupOfAReplicaChangesNoLead() throws Exception {
    JsonNode runs = runs("backup", "manual");

    assertThat(runs.path(1).path("rounds").path(0).path("pausesMillis")).isEmpty();
  }

  @Tag("long")
  @Test
  void aReplicaOnTheNodeOfThePrimaryLeadsWhileThePrimarySaves() throws Exception {
    JsonNode runs = runs("save", "same-node");

    assertThat(runs.path(1).path("rounds").path(0).path("pausesMillis")).hasSize(2);
  }
}
