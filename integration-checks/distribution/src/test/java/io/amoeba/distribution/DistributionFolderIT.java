package io.amoeba.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is in the assembled distribution. */
class DistributionFolderIT {
  private static final Path DIST = Path.of(System.getProperty("amoeba.dist"));

  @Test
  void coordinatorHasNoLibraryOfTheBenchmarks() throws IOException {
    assertThat(libraries("lib"))
        .contains("amoeba-coordinator", "javalin", "lettuce-core", "picocli")
        .doesNotContain(
            "embedded-cluster",
            "embedded-redis",
            "experiments",
            "java-driver-core-shaded",
            "kafka-clients",
            "linear-road");
  }

  @Test
  void noLibraryIsTwiceOnTheClassPathOfTheCommandLine() throws IOException {
    List<String> all = new ArrayList<>(libraries("lib"));
    all.addAll(libraries("lab/lib"));

    assertThat(all).contains("linear-road", "kafka-clients").doesNotHaveDuplicates();
  }

  @Test
  void jarsForOtherServersHaveNoVersionInTheirNames() {
    assertThat(
            List.of(
                "cassandra-lib/cassandra-incremental-streaming.jar",
                "cassandra-lib/read-hints-agent.jar",
                "cassandra-lib/request-priority-agent.jar",
                "flink-lib/flink-aligned-partitioner.jar",
                "lab/job/linear-road-job.jar"))
        .allSatisfy(jar -> assertThat(DIST.resolve(jar)).isRegularFile());
  }

  @Test
  void everyJarOfTheProjectHasLicenceAndNotice() throws IOException {
    List<Path> own;
    try (Stream<Path> files = Files.walk(DIST)) {
      own = files.filter(file -> file.toString().endsWith(".jar") && isOwn(file)).toList();
    }

    assertThat(own).hasSizeGreaterThan(10);
    for (Path jar : own) {
      assertThat(text(jar, "META-INF/LICENSE"))
          .as(jar.toString())
          .contains("Apache License", "Version 2.0, January 2004");
      assertThat(text(jar, "META-INF/NOTICE")).as(jar.toString()).contains("the Amoeba authors");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cassandra-lib/cassandra-incremental-streaming.jar, net.bytebuddy:byte-buddy",
    "cassandra-lib/read-hints-agent.jar, net.bytebuddy:byte-buddy",
    "cassandra-lib/request-priority-agent.jar, net.bytebuddy:byte-buddy",
    "flink-lib/flink-aligned-partitioner.jar, com.fasterxml.jackson.core:jackson-core",
    "lab/job/linear-road-job.jar, org.apache.kafka:kafka-clients",
    "lab/job/linear-road-job.jar, io.lettuce:lettuce-core",
    "lab/job/linear-road-job.jar, org.hdrhistogram:HdrHistogram"
  })
  void noticeNamesTheLibrariesInAJarWithTheirLicences(String jar, String library)
      throws IOException {
    assertThat(text(DIST.resolve(jar), "META-INF/NOTICE").lines())
        .filteredOn(line -> line.contains("(" + library + "): "))
        .singleElement()
        .asString()
        .matches("- .+ [0-9]\\S* \\(.+\\): .*(Apache|BSD|MIT).*");
  }

  private static List<String> libraries(String folder) throws IOException {
    try (Stream<Path> jars = Files.list(DIST.resolve(folder))) {
      return jars.map(jar -> jar.getFileName().toString().replaceFirst("-[0-9].*", "")).toList();
    }
  }

  private static boolean isOwn(Path file) {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream().anyMatch(entry -> entry.getName().startsWith("io/amoeba/"));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  private static String text(Path file, String entry) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      assertThat(jar.getEntry(entry)).as(file + " " + entry).isNotNull();
      try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }
}
