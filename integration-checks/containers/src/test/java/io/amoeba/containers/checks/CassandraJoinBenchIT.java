package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.join.JoinExperiment;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.load.Distribution;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.experiments.load.Workload;
import io.amoeba.report.Outputs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    JoinOptions options =
        new JoinOptions(
            List.of(JoinMode.STOCK, JoinMode.INCREMENTAL),
            3,
            4,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            new CassandraOptions(
                1,
                new TrafficShape(
                    Workload.A,
                    DefaultConsistencyLevel.QUORUM,
                    Distribution.ZIPFIAN,
                    false,
                    ROWS,
                    100,
                    4),
                3,
                new CassandraOptions.NodeSizes(CPUS_PER_NODE, 1_300, 700, READS_PER_SECOND),
                new CassandraOptions.NodeOptions("", ""),
                Duration.ofSeconds(10),
                Duration.ofSeconds(40),
                new Outputs(
                    json,
                    folder.resolve("join.html"),
                    Containers.logs().resolve("cassandra-join"))));

    new JoinExperiment(options).run(new PrintWriter(System.out, true));

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
      assertThat(run.path("joinerDuring").path("cpuFraction").asDouble()).isBetween(0.0, TOLERANCE);
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
