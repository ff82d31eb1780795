package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.experiments.BenchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole measurement on a real node, too short for its figures to say anything. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class PriorityBenchIT {
  @TempDir Path folder;

  private PriorityCommand command() throws IOException {
    Path jar = folder.resolve("cassandra-lib/request-priority-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.copy(AgentJars.requestPriority(), jar);
    return new PriorityCommand(Runtime.getRuntime().availableProcessors(), folder);
  }

  private JsonNode bench(String... words) throws IOException {
    return BenchRun.report(command(), folder.resolve("priority.json"), words);
  }

  @Test
  void modesSwitchTheNodeAndEachRoundHasItsBaselines() throws IOException {
    Path page = folder.resolve("priority.html");

    JsonNode report =
        bench(
            "--modes=nice-only,semaphore-1,full,normal-limit",
            "--high=2",
            "--high-rate=closed",
            "--low=16",
            "--rounds=1",
            "--phase=3s",
            "--warm-up=2s",
            "--report=" + page);

    assertThat(modes(report))
        .containsExactly("alone", "stock", "nice-only", "semaphore-1", "full", "normal-limit");
    for (JsonNode run : report.path("runs")) {
      assertThat(run.path("highPerSecond").asDouble()).as("%s", run).isPositive();
      assertThat(run.path("failed").asDouble()).isZero();
      assertThat(run.path("hookFailures").asDouble()).isZero();
      assertThat(run.path("nodeCpus").asDouble()).isPositive();
    }

    assertThat(node(report, "alone", "lowThreadRequests")).isZero();
    assertThat(settings(report, "stock").path("Enabled").asBoolean()).isFalse();
    assertThat(node(report, "stock", "lowRequests")).isZero();
    assertThat(node(report, "nice-only", "lowThreadRequests")).isPositive();
    assertThat(node(report, "nice-only", "held")).isZero();
    assertThat(node(report, "semaphore-1", "semaphoreWaits")).isPositive();
    assertThat(node(report, "semaphore-1", "lowThreadRequests")).isZero();
    assertThat(node(report, "semaphore-1", "lowRequests")).isPositive();
    assertThat(settings(report, "full").path("LowLimit").asText()).isEqualTo("auto");
    assertThat(node(report, "full", "semaphoreWaits")).isZero();
    assertThat(node(report, "full", "highRequests")).isPositive();
    assertThat(node(report, "full", "normalHeld")).isZero();
    assertThat(settings(report, "normal-limit").path("NormalLimit").asText()).isEqualTo("auto");
    assertThat(node(report, "normal-limit", "highRequests")).isPositive();
    assertThat(node(report, "normal-limit", "lowRequests")).isZero();
    assertThat(node(report, "normal-limit", "normalLimit")).isPositive();
    assertThat(Files.readString(page))
        .contains("High requests beside low ones", "full, 2 in flight");
  }

  @Test
  void readsOfASlowDiskTakeItsLatency() throws IOException {
    JsonNode report =
        bench(
            "--modes=queue-only",
            "--disk-latency=20ms",
            "--reads=1",
            "--high-rate=closed",
            "--low=48",
            "--rounds=1",
            "--phase=3s",
            "--warm-up=0s",
            "--report=" + folder.resolve("disk.html"));

    assertThat(report.path("diskLatencyMillis").asDouble()).isEqualTo(20);
    for (JsonNode run : report.path("runs")) {
      String mode = run.path("name").asText();
      assertThat(run.path("highP50Micros").asDouble()).as(mode).isGreaterThanOrEqualTo(20_000);
      assertThat(run.path("failed").asDouble()).isZero();
      // One that was under way at the start or the end may be counted on one side only.
      assertThat(node(report, mode, "diskReads"))
          .as(mode)
          .isGreaterThan(0.9 * round(report, mode).path("all").path("answers").asDouble());
    }
    // The 32 threads of the stage for reads, each of which waits 20 ms.
    assertThat(round(report, "stock").path("all").path("perSecond").asDouble())
        .isLessThanOrEqualTo(32 / 0.02 * 1.05);
    assertThat(settings(report, "queue-only").path("TaskOrder").asBoolean()).isTrue();
  }

  private static List<String> modes(JsonNode report) {
    return report.path("runs").findValuesAsText("name");
  }

  private static JsonNode round(JsonNode report, String mode) {
    return BenchRun.run(report, "name", mode).path("rounds").path(0);
  }

  private static double node(JsonNode report, String mode, String counter) {
    JsonNode value = round(report, mode).path("node").path(counter);
    assertThat(value.isNumber()).as("%s of %s", counter, mode).isTrue();
    return value.asDouble();
  }

  private static JsonNode settings(JsonNode report, String mode) {
    return round(report, mode).path("settings");
  }
}
