package io.amoeba.linearroad.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void propertyWins() {
    Properties properties = new Properties();
    properties.setProperty("amoeba.dist", folder.toString());

    assertThat(Distribution.locate(properties, Path.of("/")).folder()).isEqualTo(folder);
  }

  @Test
  void sourceTreeIsFoundFromInside() throws Exception {
    Path dist = Files.createDirectories(folder.resolve("distribution/target/amoeba"));
    Path inside = Files.createDirectories(folder.resolve("docs/adr"));

    assertThat(Distribution.locate(new Properties(), inside).folder()).isEqualTo(dist);
  }

  @Test
  void everyMissingPartIsNamed() {
    assertThat(new Distribution(folder).problems())
        .hasSize(3)
        .anySatisfy(problem -> assertThat(problem).contains("linear-road-job.jar", "mvn package"));
  }
}
