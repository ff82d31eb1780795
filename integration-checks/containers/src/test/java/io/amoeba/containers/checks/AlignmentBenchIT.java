package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.alignment.AlignmentExperiment;
import io.amoeba.experiments.alignment.AlignmentOptions;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class AlignmentBenchIT {
  @Test
  void bothPlacementsAreMeasuredToTheEnd(@TempDir Path folder) throws Exception {
    Containers.images();
    Path json = folder.resolve("alignment.json");
    AlignmentOptions options =
        new AlignmentOptions(
            List.of(2),
            Duration.ofNanos(100_000),
            2,
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            0.5,
            new Outputs(
                json, folder.resolve("alignment.html"), Containers.logs().resolve("alignment")));

    ExperimentReport report =
        new AlignmentExperiment(options).run(new PrintWriter(System.out, true));

    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(report.holds()).as(figures.path("failures").toString()).isTrue();
    assertThat(figures.path("throughputRatio").asDouble()).isPositive();
    assertThat(figures.path("latencyRatioP50").asDouble()).isPositive();
    assertThat(figures.path("localHitRate").asDouble()).isGreaterThanOrEqualTo(0.99);
    assertThat(figures.path("localHitRateRandom").asDouble()).isBetween(0.4, 0.6);
    assertThat(figures.path("runs")).hasSize(1);
    assertThat(folder.resolve("alignment.html")).isNotEmptyFile();
  }
}
