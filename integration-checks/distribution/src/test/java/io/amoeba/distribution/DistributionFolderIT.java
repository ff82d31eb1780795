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
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the assembled distribution. */
class DistributionFolderIT {
  private static final Path DIST = Path.of(System.getProperty("amoeba.dist"));

  private static final String LETTUCE_CLASS = "io/lettuce/core/cluster/RedisClusterClient.class";

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
  void aJobFindsFreshReadsWithAllTheirLibraries() throws IOException {
    assertThat(libraries("job-lib"))
        .contains(
            "flink-colocated-redis",
            "redis-fresh-reads",
            "lettuce-core",
            "netty-handler",
            "reactor-core",
            "slf4j-api")
        .doesNotHaveDuplicates();
  }

  /** Connections of one library are handed to another one: they must mean the same classes. */
  @ParameterizedTest
  @ValueSource(strings = {"job-lib", "flink-lib", "lab/job"})
  void lettuceIsThereOnceAtMostAndUnderItsOwnName(String folder) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> jars = Files.list(DIST.resolve(folder))) {
      for (Path jar : jars.toList()) {
        entries(jar)
            .filter(name -> name.endsWith("/core/cluster/RedisClusterClient.class"))
            .forEach(found::add);
      }
    }

    assertThat(found).isEqualTo(folder.equals("flink-lib") ? List.of() : List.of(LETTUCE_CLASS));
  }

  @Test
  void jarsForOtherServersHaveNoVersionInTheirNames() {
    assertThat(
            List.of(
                "cassandra-lib/cassandra-incremental-streaming.jar",
                "cassandra-lib/read-hints-agent.jar",
                "cassandra-lib/read-shift-agent.jar",
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
    "cassandra-lib/read-shift-agent.jar, net.bytebuddy:byte-buddy",
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
    return entries(file).anyMatch(name -> name.startsWith("io/amoeba/"));
  }

  private static Stream<String> entries(Path file) {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream().map(JarEntry::getName).toList().stream();
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
