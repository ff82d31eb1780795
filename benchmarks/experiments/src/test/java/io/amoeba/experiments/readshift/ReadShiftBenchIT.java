package io.amoeba.experiments.readshift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.experiments.BenchRun;
import io.amoeba.experiments.leadership.LeadershipCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole measurements on real nodes, too short for their figures to say anything. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ReadShiftBenchIT {
  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void distribute() throws IOException {
    Path agents = Files.createDirectories(folder.resolve("cassandra-lib"));
    Files.copy(AgentJars.readShift(), agents.resolve("read-shift-agent.jar"));
    Files.copy(AgentJars.readHints(), agents.resolve("read-hints-agent.jar"));
  }

  private JsonNode bench(NodeWork work, String... more) throws IOException {
    String[] words = {
      "--store=cassandra",
      "--servers=process",
      "--work=" + work,
      "--quick",
      "--in-flight=8",
      "--seconds=9",
      "--report=" + folder.resolve("shift.html")
    };
    return BenchRun.report(
        new LeadershipCommand(folder), folder.resolve("shift.json"), words, more);
  }

  private static JsonNode run(JsonNode report, String mode) {
    return BenchRun.run(report, "name", mode);
  }

  private static void assertWorked(JsonNode run) {
    assertThat(run.path("workSeconds").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("steadyPerSecond").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("duringPerSecond").asDouble()).as("%s", run).isPositive();
    assertThat(run.path("afterPerSecond").asDouble()).as("%s", run).isPositive();
    // Cassandra's snitch may prefer the node: a share of all reads is what it must be.
    assertThat(run.path("readShareBefore").asDouble()).as("%s", run).isBetween(0.05, 1.0);
    assertThat(run.path("chunkMissReturned").isNumber()).as("%s", run).isTrue();
    assertThat(run.path("lostWrites").asDouble(-1)).as("%s", run).isZero();
    assertThat(run.path("failed").asDouble(-1)).as("%s", run).isZero();
  }

  @Test
  void readsLeaveANodeWhileItIsBackedUp() throws IOException {
    JsonNode report = bench(NodeWork.BACKUP, "--modes=severity");

    JsonNode stock = run(report, "stock");
    assertWorked(stock);
    assertThat(stock.path("shiftedShare").asDouble(-1)).isZero();
    assertThat(stock.path("readShareWorking").asDouble()).isGreaterThan(0.05);
    JsonNode severity = run(report, "severity");
    assertWorked(severity);
    assertThat(severity.path("shiftedShare").asDouble()).isEqualTo(1);
    assertThat(severity.path("readShareWorking").asDouble(1)).isLessThan(0.05);
    assertThat(Files.readString(folder.resolve("shift.html")))
        .contains("Background work of Cassandra nodes", "severity, backup, YCSB-A, ONE");
  }

  @Tag("long")
  @Test
  void compactionsOfReplicasOverlapUnlessTheyTakeTurns() throws IOException {
    JsonNode report =
        bench(NodeWork.COMPACTION, "--modes=severity,turns", "--compaction-rate=4", "--read=0.95");

    JsonNode stock = run(report, "stock");
    assertWorked(stock);
    assertThat(stock.path("overlapSeconds").asDouble()).isPositive();
    assertThat(stock.path("shiftedShare").asDouble(-1)).isZero();
    JsonNode severity = run(report, "severity");
    assertWorked(severity);
    assertThat(severity.path("overlapSeconds").asDouble()).isPositive();
    assertThat(severity.path("shiftedShare").asDouble()).isPositive();
    JsonNode turns = run(report, "turns");
    assertWorked(turns);
    assertThat(turns.path("overlapSeconds").asDouble(-1)).isZero();
    assertThat(turns.path("shiftedShare").asDouble()).isEqualTo(1);
    assertThat(turns.path("waitingSeconds").asDouble()).isPositive();
    assertThat(turns.path("mode").asText()).isEqualTo("turns, compaction, YCSB-B, ONE");
  }

  @Tag("long")
  @Test
  void readHintsWarmANodeBeforeReadsReturn() throws IOException {
    JsonNode report =
        bench(NodeWork.COMPACTION, "--modes=turns-hints", "--compaction-rate=4", "--read=0.95");

    assertThat(run(report, "stock").path("replays").asDouble(-1)).isZero();
    JsonNode hints = run(report, "turns-hints");
    assertWorked(hints);
    assertThat(hints.path("overlapSeconds").asDouble(-1)).isZero();
    assertThat(hints.path("replays").asDouble()).isPositive();
  }
}
