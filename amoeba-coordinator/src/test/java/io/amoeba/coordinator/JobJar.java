package io.amoeba.coordinator;

import io.amoeba.coordinator.testjob.PartitionedJob;
import io.amoeba.embedded.EmbeddedCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Packs the tests' job and runs it. */
final class JobJar {

  private JobJar() {}

  /** The id of the job, when it runs. */
  static String submit(EmbeddedCluster cluster, Path folder, int parallelism) throws IOException {
    Path jar = folder.resolve("job.jar");
    Path classes =
        Path.of(
            URI.create(
                PartitionedJob.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes.resolve("io/amoeba/coordinator/testjob"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        entries.write(Files.readAllBytes(file));
      }
    }
    String job =
        cluster.flink().runJar(jar, PartitionedJob.class.getName(), List.of(), parallelism);
    cluster.flink().awaitRunning(job, Duration.ofSeconds(60));
    return job;
  }
}
