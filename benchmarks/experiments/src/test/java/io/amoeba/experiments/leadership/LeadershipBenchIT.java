package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.BenchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole measurements on real servers, too short for their figures to say anything. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LeadershipBenchIT {
  @TempDir private Path folder = Path.of("");

  private JsonNode bench(Work work, String... more) throws IOException {
    String[] words = {
      "--servers=process",
      "--work=" + work,
      "--size-mib=16",
      "--rounds=1",
      "--seconds=3",
      "--report=" + folder.resolve("leadership.html")
    };
    return BenchRun.report(new LeadershipCommand(), folder.resolve("leadership.json"), words, more);
  }

  private static JsonNode run(JsonNode report, String mode) {
    return BenchRun.run(report, "name", mode);
  }

  /** The work was done, with the primary in the lead or not, and cost no data. */
  private static void assertWorked(JsonNode run, boolean onPrimary) {
    assertThat(run.path("onPrimaryShare").asDouble(-1)).as("%s", run).isEqualTo(onPrimary ? 1 : 0);
    assertThat(run.path("forkMillis").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("workSeconds").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("steadyPerSecond").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("duringPerSecond").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("lostWrites").asDouble(-1)).as("%s", run).isZero();
    assertThat(run.path("fullCopies").asDouble(-1)).as("%s", run).isZero();
    assertThat(run.path("rounds").path(0).path("seconds")).hasSizeGreaterThan(1);
  }

  private static void assertLeadMoved(JsonNode run) {
    assertThat(run.path("rounds").path(0).path("pausesMillis")).hasSize(2);
    assertThat(run.path("pauseP95Millis").asDouble()).isPositive();
  }

  @Test
  void aSaveRunsOnThePrimaryOrAfterAChangeOfTheLeadOnAReplica() throws IOException {
    JsonNode report = bench(Work.SAVE, "--modes=stock,cpulist,manual");

    assertThat(report.path("runs").findValuesAsText("name"))
        .containsExactly("stock", "cpulist", "manual");
    assertWorked(run(report, "stock"), true);
    assertWorked(run(report, "cpulist"), true);
    assertWorked(run(report, "manual"), false);
    assertLeadMoved(run(report, "manual"));
    assertThat(run(report, "stock").path("rounds").path(0).path("pausesMillis")).isEmpty();
    assertThat(Files.readString(folder.resolve("leadership.html")))
        .contains("Background work of a Redis primary", "manual, save, YCSB-A", "published");
  }

  @Test
  void anAppendOnlyFileIsRewrittenByAReplicaAfterTheCoordinatorHasMovedTheLead()
      throws IOException {
    JsonNode report = bench(Work.REWRITE, "--modes=moved");

    assertWorked(run(report, "stock"), true);
    assertWorked(run(report, "moved"), false);
    assertLeadMoved(run(report, "moved"));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"leading-away", "working", "returning"})
  void aCoordinatorThatIsKilledReturnsTheLeadAfterItsNextStart(String phase) throws IOException {
    JsonNode report = bench(Work.SAVE, "--kill=coordinator@" + phase);

    assertWorked(run(report, "moved"), false);
    assertLeadMoved(run(report, "moved"));
  }

  @Tag("long")
  @Test
  void aReplicaThatIsKilledWhileItWorksCostsNoAcknowledgedWrite() throws IOException {
    JsonNode report = bench(Work.SAVE, "--kill=former@working");

    JsonNode killed = run(report, "manual");
    assertThat(killed.path("mode").asText())
        .isEqualTo("manual, save, YCSB-A, killed former@working");
    assertThat(killed.path("lostWrites").asDouble(-1)).isZero();
    assertThat(killed.path("steadyPerSecond").asDouble()).isPositive();
    assertThat(killed.path("duringPerSecond").asDouble()).isPositive();
    assertThat(killed.path("workSeconds").isNull()).isTrue();
    assertThat(killed.path("rounds").path(0).path("pausesMillis")).hasSize(1);
  }

  @Tag("long")
  @Test
  void thePrimaryLeadsAgainAfterTheServerThatLedMeanwhileWasKilled() throws IOException {
    JsonNode report = bench(Work.SAVE, "--kill=new@working");

    JsonNode killed = run(report, "manual");
    assertThat(killed.path("pauseMillis").asDouble())
        .as("clients wait for the failover")
        .isGreaterThan(2_000);
    assertThat(killed.path("lostWrites").isNumber()).isTrue();
    assertThat(killed.path("rounds").path(0).path("figures").path("afterSeconds").isNumber())
        .isTrue();
  }
}
