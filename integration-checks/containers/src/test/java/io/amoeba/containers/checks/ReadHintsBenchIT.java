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

@Tag("long")
class ReadHintsBenchIT {
  @Test
  void everyModeIsMeasuredToItsEnd(@TempDir Path folder) throws Exception {
    Containers.images();
    Path json = folder.resolve("hints.json");

    int exitCode =
        AmoebaCommand.commandLine()
            .execute(
                "bench",
                "read-hints",
                "--modes=stock,100,pull",
                "--workload=R80",
                "--disjoint",
                "--rows=40000",
                "--in-flight=4",
                "--chunk-cache=33",
                "--cpus-per-node=0.5",
                "--memory=1000",
                "--read-iops=500",
                "--code-warm-up=10s",
                "--warm-up=60s",
                "--overhead-pairs=2",
                "--overhead-phase=5s",
                "--before=20s",
                "--after=20s",
                "--json=" + json,
                "--report=" + folder.resolve("hints.html"),
                "--logs=" + Containers.logs().resolve("read-hints"));

    // On a busy machine an operation may fail, which is a result, too.
    assertThat(exitCode).isIn(ExitCode.OK, ExitCode.FAILURE);
    JsonNode runs = new ObjectMapper().readTree(json.toFile()).path("runs");
    assertThat(runs).hasSize(3);
    for (JsonNode run : runs) {
      assertThat(run.path("opsBefore").asDouble()).isPositive();
      assertThat(run.path("opsAfterFirst10s").asDouble()).isPositive();
      assertThat(run.path("missBefore").asDouble()).isBetween(0.0, 1.0);
      assertThat(run.path("missAfterFirst10s").asDouble()).isBetween(0.0, 1.0);
    }
    assertThat(runs.path(0).path("bytesPerHint").isNull()).isTrue();
    assertThat(runs.path(1).path("bytesPerHint").asDouble()).isPositive();
    assertThat(runs.path(1).path("overheadPercent").isNumber()).isTrue();
    assertThat(runs.path(1).path("captureCpuPercent").path("median").isNumber()).isTrue();
    assertThat(runs.path(2).path("pulled").path("applied").asLong()).isPositive();
    assertThat(folder.resolve("hints.html")).isNotEmptyFile();
  }
}
