package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scenarios of the dissertation's evaluation as a user runs them, on real servers. */
class ScenarioRunIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder = Path.of("");

  @Test
  void withoutAlignmentOneRequestInTwoIsLocalOnTwoNodes() throws IOException {
    JsonNode shown = shown("unaligned", "--nodes=2", "--duration=30s");

    assertThat(shown.path("runs")).hasSize(1);
    assertThat(shown.path("runs").path(0).path("before").path("localHitRate").asDouble())
        .isBetween(0.4, 0.6);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"static, 2", "dynamic, 3", "migration, 3", "elasticity, 3", "rescale, 3"})
  void everyScenarioEndsAligned(String scenario, int nodes) throws IOException {
    JsonNode shown = shown(scenario, "--nodes=" + nodes);

    JsonNode last = shown.path("runs").path(shown.path("runs").size() - 1);
    assertThat(last.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    assertThat(last.path("validation").path("checked").asLong()).isPositive();
    assertThat(last.path("validation").path("mismatches").asLong(-1)).isZero();
  }

  private JsonNode shown(String scenario, String... arguments) throws IOException {
    Path json = folder.resolve("scenario.json");
    Path report = folder.resolve("scenario.html");
    List<String> words = new ArrayList<>(List.of("bench", "scenario", scenario, "--json=" + json));
    words.add("--report=" + report);
    words.addAll(List.of(arguments));

    CommandRun run = CommandRun.amoeba(words.toArray(String[]::new));

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(report).isNotEmptyFile();
    JsonNode shown = JSON.readTree(json.toFile());
    assertThat(shown.path("holds").asBoolean()).as(shown.path("failures").toString()).isTrue();
    return shown;
  }
}
