package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cli.AmoebaCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class CassandraJoinBenchIT {
  private static final double CPUS_PER_NODE = 0.5;
  private static final int READS_PER_SECOND = 100;

  /** More than so few reads bring into memory before the join. */
  private static final int ROWS = 150_000;

  /** Reads that were waiting when a sample was taken. */
  private static final double TOLERANCE = 1.1;

  @Test
  void everyModeIsMeasuredToItsEnd(@TempDir Path folder) throws Exception {
    Containers.images();
    Path json = folder.resolve("join.json");

    int exitCode =
        AmoebaCommand.commandLine()
            .execute(
                "bench",
                "cassandra-join",
                "--modes=stock,incremental",
                "--workload=A",
                "--rows=" + ROWS,
                "--in-flight=4",
                "--cpus-per-node=" + CPUS_PER_NODE,
                "--read-iops=" + READS_PER_SECOND,
                "--stream-rate=4",
                "--jvm-options=",
                "--warm-up=5s",
                "--settle=10s",
                "--before=10s",
                "--after=40s",
                "--json=" + json,
                "--report=" + folder.resolve("join.html"),
                "--logs=" + Containers.logs().resolve("cassandra-join"));

    assertThat(exitCode).isZero();
    JsonNode runs = new ObjectMapper().readTree(json.toFile()).path("runs");
    for (JsonNode run : runs) {
      assertThat(run.path("baselineOpsPerSecond").asDouble()).isPositive();
      assertThat(run.path("joinSeconds").asDouble()).isPositive();
      assertThat(run.path("receivedMebibytes").asDouble()).isPositive();
      // Rows were dropped from memory before the warm-up, so that there is something to read.
      assertThat(run.path("membersBefore").path("readsPerSecond").asDouble())
          .isBetween(1.0, READS_PER_SECOND * TOLERANCE);
      assertThat(run.path("membersDuring").path("readsPerSecond").asDouble())
          .isLessThan(READS_PER_SECOND * TOLERANCE);
      assertThat(run.path("joiningNodeDuring").path("cpuFraction").asDouble())
          .isBetween(0.0, TOLERANCE);
      assertThat(run.path("membersPageCacheMebibytes").asDouble()).isPositive();
    }
    JsonNode stock = runs.path(0);
    assertThat(stock.path("mode").asText()).isEqualTo("stock");
    // Stock Cassandra serves nothing before it is a full member, and then it does.
    assertThat(stock.path("firstServedSeconds").asDouble())
        .isGreaterThanOrEqualTo(stock.path("joinSeconds").asDouble() - 1);
    JsonNode incremental = runs.path(1);
    assertThat(incremental.path("mode").asText()).isEqualTo("incremental");
    assertThat(incremental.path("firstServedSeconds").asDouble())
        .isLessThan(incremental.path("joinSeconds").asDouble());
    assertThat(folder.resolve("join.html")).isNotEmptyFile();
  }
}
