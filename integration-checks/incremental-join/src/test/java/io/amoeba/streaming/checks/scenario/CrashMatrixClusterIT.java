package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.AgentJars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every scenario on a cluster of its own, some minutes each: {@code mvn verify -Pcrash-matrix}. The
 * system property {@code crash.matrix} is a pattern that chooses scenarios by name; {@code
 * crash.matrix.pace} is the pace of the joins.
 */
@Tag("crash-matrix")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class CrashMatrixClusterIT {
  private static final List<String> ROWS = new ArrayList<>();

  /** Emptied after each test, but for the logs of a failed one. */
  private static final Path FOLDER = Path.of("target", "clusters");

  static Stream<Scenario> scenarios() {
    Pattern chosen = Pattern.compile(System.getProperty("crash.matrix", ".*"));
    return CrashMatrix.scenarios().stream()
        .filter(scenario -> chosen.matcher(scenario.name()).find());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void noWriteIsLostAndNoReadIsStale(Scenario scenario) throws Exception {
    ScenarioResult result;
    try {
      result =
          new ScenarioRun(scenario, AgentJars.incrementalStreaming(), Operations.optionsOfThePace())
              .run(FOLDER);
    } catch (RuntimeException e) {
      ROWS.add(scenario.name() + ": no result, " + e.getMessage());
      throw e;
    }
    ROWS.add(CrashMatrix.row(scenario, result));
    System.out.println(CrashMatrix.row(scenario, result));
    System.out.println(result.describe());

    assertThat(result.isClean()).as(result.describe()).isTrue();
  }

  @AfterAll
  static void printTable() {
    System.out.println(CrashMatrix.header());
    ROWS.forEach(System.out::println);
  }
}
