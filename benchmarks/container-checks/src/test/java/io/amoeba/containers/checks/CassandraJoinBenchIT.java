package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.join.JoinExperiment;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("in-progress")
class CassandraJoinContainersIT {
  private static final double CPUS_PER_NODE = 0.5;

  @Test
  void fourthNodeJoinsUnderTrafficAndServes(@TempDir Path folder) throws IOException {
    Containers.images();
    Path json = folder.resolve("join.json");
    JoinOptions options =
        new JoinOptions(
            List.of(JoinMode.STOCK),
            1,
            Workload.A,
            Consistency.ALL,
            2_000,
            4,
            CPUS_PER_NODE,
            4,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(40),
            json,
            folder.resolve("join.html"),
            Containers.logs().resolve("cassandra-join"));

    new JoinExperiment(
            options,
            Containers.images().dockerFolder(),
            Runtime.getRuntime().availableProcessors(),
            new PrintWriter(System.out, true))
        .run();

    JsonNode run = new ObjectMapper().readTree(json.toFile()).path("runs").path(0);
    assertThat(run.path("mode").asText()).isEqualTo("stock");
    assertThat(run.path("baselineOpsPerSecond").asDouble()).isPositive();
    assertThat(run.path("joinSeconds").asDouble()).isPositive();
    // Stock Cassandra serves nothing before it is a full member, and then it does.
    assertThat(run.path("firstServedSeconds").asDouble())
        .isGreaterThanOrEqualTo(run.path("joinSeconds").asDouble() - 1);
    assertThat(run.path("receivedMebibytes").asDouble()).isPositive();
    assertThat(folder.resolve("join.html")).isNotEmptyFile();
  }
}
