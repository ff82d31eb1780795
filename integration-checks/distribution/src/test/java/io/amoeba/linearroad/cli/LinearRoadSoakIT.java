package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.embedded.process.UsageWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Linear Road for hours, with a new placement every ten seconds. */
@EnabledIfSystemProperty(named = "amoeba.soak.minutes", matches = "\\d+")
class LinearRoadSoakIT {
  private static final long SAMPLES = 60;

  @TempDir private Path folder = Path.of("");

  @Test
  void serversUseNoMoreAfterHoursThanAfterMinutesAndEveryAnswerIsRight() throws IOException {
    Duration soak = Duration.ofMinutes(Long.getLong("amoeba.soak.minutes"));
    Path json = folder.resolve("run.json");
    try (UsageWatch watch = UsageWatch.start(soak.dividedBy(SAMPLES))) {
      CommandRun run =
          CommandRun.of(
              "--nodes",
              "3",
              "--duration",
              soak.toMinutes() + "m",
              "--align-after",
              "5%",
              "--realign-every",
              "10s",
              "--speed",
              "4",
              "--seed",
              "29",
              "--json",
              json.toString(),
              "--report",
              folder.resolve("run.html").toString());

      System.out.println(watch.table());
      assertThat(run.exitCode()).as(run.toString()).isZero();
      JsonNode figures = new ObjectMapper().readTree(json.toFile());
      assertThat(figures.path("keyReorderings").asLong(-1)).isZero();
      assertThat(figures.path("mapSwitches").asLong()).isPositive();
      // A coordinator, a JobManager, a broker, three TaskManagers and three Redis servers.
      assertThat(watch.judged()).isGreaterThanOrEqualTo(9);
      assertThat(watch.growth()).isEmpty();
    }
  }
}
