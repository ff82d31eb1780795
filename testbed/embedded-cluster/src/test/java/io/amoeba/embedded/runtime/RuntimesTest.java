package io.amoeba.embedded.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimesTest {
  @TempDir Path folder;

  @Test
  void sourceTreeIsFoundFromAFolderInsideIt() throws IOException {
    Files.createDirectories(folder.resolve("testbed/runtimes"));
    Path inside = Files.createDirectories(folder.resolve("amoeba-coordinator/target"));

    Runtimes runtimes = Runtimes.locate(new Properties(), inside);

    assertThat(runtimes.folder(ServerRuntime.KAFKA))
        .isEqualTo(folder.resolve("testbed/runtimes/kafka/target/lib"));
  }

  @Test
  void distributionFolderGoesBeforeTheSourceTree() throws IOException {
    Files.createDirectories(folder.resolve("testbed/runtimes"));
    Properties properties = new Properties();
    properties.setProperty(Runtimes.DIST_PROPERTY, folder.resolve("dist").toString());

    Runtimes runtimes = Runtimes.locate(properties, folder);

    assertThat(runtimes.folder(ServerRuntime.FLINK_2_3))
        .isEqualTo(folder.resolve("dist/lab/flink-2.3"));
  }

  @Test
  void aPropertyNamesTheJarsOfAnotherRelease() throws IOException {
    Files.createDirectories(folder.resolve("testbed/runtimes"));
    Path release = folder.resolve("cassandra-5.0.1");
    Properties properties = new Properties();
    properties.setProperty("amoeba.runtime.cassandra-5.0", release.toString());

    Runtimes runtimes = Runtimes.locate(properties, folder);

    assertThat(runtimes.folder(ServerRuntime.CASSANDRA_5_0)).isEqualTo(release);
    assertThat(runtimes.classPathEntry(ServerRuntime.CASSANDRA_5_0))
        .isEqualTo(release.resolve("*").toString());
    assertThat(runtimes.folder(ServerRuntime.KAFKA))
        .isEqualTo(folder.resolve("testbed/runtimes/kafka/target/lib"));
    assertThat(runtimes.problems(List.of(ServerRuntime.CASSANDRA_5_0)))
        .containsExactly(
            "No jars of the cassandra-5.0 runtime in %s: point -Damoeba.runtime.cassandra-5.0 to the folder that has them, or omit it."
                .formatted(release));
  }

  @Test
  void neitherDistributionNorSourceTreeIsAnErrorThatNamesBothWays() {
    assertThatThrownBy(() -> Runtimes.locate(new Properties(), folder))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("-Damoeba.dist")
        .hasMessageContaining(folder.toString());
  }

  @Test
  void everyRuntimeWithoutJarsIsReportedWithTheRemedy() throws IOException {
    Path kafka = Files.createDirectories(folder.resolve("testbed/runtimes/kafka/target/lib"));
    Files.createFile(kafka.resolve("kafka.jar"));
    Runtimes runtimes = Runtimes.locate(new Properties(), folder);

    List<String> problems = runtimes.problems(List.of(ServerRuntime.values()));

    assertThat(problems)
        .hasSize(3)
        .anyMatch(problem -> problem.contains("cassandra-5.0"))
        .anyMatch(problem -> problem.contains("flink-2.3"))
        .anyMatch(problem -> problem.contains("flink-1.20"))
        .allMatch(problem -> problem.contains("mvn -f"));
  }
}
