package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.cassandra.NodeOptions;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.hints.CaptureTurns;
import io.amoeba.experiments.hints.HintExperiment;
import io.amoeba.experiments.hints.HintMode;
import io.amoeba.experiments.hints.HintOptions;
import io.amoeba.experiments.hints.HintTraffic;
import io.amoeba.experiments.ycsb.Distribution;
import io.amoeba.experiments.ycsb.Workload;
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
            1,
            new HintTraffic(Workload.R80, Distribution.UNIFORM, true, 40_000, 100, 4),
            new NodeSizes(0.5, 1_000, 512, 500),
            33,
            new NodeOptions("", "-XX:TieredStopAtLevel=1"),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            new CaptureTurns(2, Duration.ofSeconds(5)),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            new Outputs(
                json, folder.resolve("hints.html"), Containers.logs().resolve("read-hints")));

    new HintExperiment(options, Runtime.getRuntime().availableProcessors())
        .run(new PrintWriter(System.out, true));

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
