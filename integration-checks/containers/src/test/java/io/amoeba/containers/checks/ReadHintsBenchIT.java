package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.hints.HintExperiment;
import io.amoeba.experiments.hints.HintMode;
import io.amoeba.experiments.hints.HintOptions;
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
class ReadHintsBenchIT {
  @Test
  void everyModeIsMeasuredToItsEnd(@TempDir Path folder) throws Exception {
    Containers.images();
    Path json = folder.resolve("hints.json");
    HintOptions options =
        new HintOptions(
            List.of(HintMode.STOCK, HintMode.fraction(100), HintMode.PULL),
            33,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            new HintOptions.CaptureTurns(2, Duration.ofSeconds(5)),
            new CassandraOptions(
                1,
                new TrafficShape(
                    Workload.R80,
                    DefaultConsistencyLevel.ONE,
                    Distribution.UNIFORM,
                    true,
                    40_000,
                    100,
                    4),
                1,
                new CassandraOptions.NodeSizes(0.5, 1_000, 512, 500),
                new CassandraOptions.NodeOptions("", "-XX:TieredStopAtLevel=1"),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                new Outputs(
                    json, folder.resolve("hints.html"), Containers.logs().resolve("read-hints"))));

    new HintExperiment(options).run(new PrintWriter(System.out, true));

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
