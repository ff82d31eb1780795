package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Linear Road beside a primary that saves while it leads, and in a round that routing follows. */
class FollowedRunIT {
  @TempDir private Path folder = Path.of("");

  @Tag("long")
  @Test
  void aJobWhoseRoutingFollowsTheLeadIsAlignedAfterTheRound() throws IOException {
    Path json = folder.resolve("followed.json");
    Path report = folder.resolve("followed.html");

    CommandRun run =
        CommandRun.amoeba(
            "bench",
            "leadership",
            "--with-job",
            "--size-mib=64",
            "--rounds=1",
            "--json=" + json,
            "--report=" + report);

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(report).isNotEmptyFile();
    JsonNode shown = new ObjectMapper().readTree(json.toFile());
    assertThat(shown.path("answersChecked").asLong()).isPositive();
    assertThat(shown.path("mismatches").asLong(-1)).isZero();
    JsonNode runs = shown.path("runs");
    assertThat(runs.findValuesAsText("name")).contains("stock", "followed");
    for (JsonNode mode : runs) {
      assertThat(mode.path("localBefore").asDouble()).as("%s", mode).isGreaterThan(0.99);
      assertThat(mode.path("lowestLocalAfter").asDouble()).as("%s", mode).isGreaterThan(0.99);
      assertThat(mode.path("lostWrites").asDouble(-1)).as("%s", mode).isZero();
      assertThat(mode.path("workSeconds").asDouble()).as("%s", mode).isPositive();
    }
    assertThat(runs.path(1).path("rounds").path(0).path("phases").findValuesAsText("name"))
        .containsSubsequence("FOLLOWING", "WORKING", "REALIGNING");
  }
}
