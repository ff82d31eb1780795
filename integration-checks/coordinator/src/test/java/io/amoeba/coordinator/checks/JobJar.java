package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.checks.testjob.KeyedJob;
import io.amoeba.coordinator.checks.testjob.PartitionedJob;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.partitioner.keyed.AlignedKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Packs the tests' jobs and runs them. */
final class JobJar {

  private static final String PARTITIONER = "io/amoeba/partitioner/";

  private JobJar() {}

  /** The id of the job with a custom-partitioned exchange, when it runs. */
  static String submit(EmbeddedCluster cluster, Path folder, int parallelism, String... arguments)
      throws IOException {
    return submit(cluster, folder, PartitionedJob.class, parallelism, List.of(arguments));
  }

  /** The id of the job with aligned keys, when it runs. */
  static String submitKeyed(
      EmbeddedCluster cluster, Path folder, int parallelism, String... arguments)
      throws IOException {
    return submit(cluster, folder, KeyedJob.class, parallelism, List.of(arguments));
  }

  private static String submit(
      EmbeddedCluster cluster, Path folder, Class<?> main, int parallelism, List<String> arguments)
      throws IOException {
    Path jar = folder.resolve("job.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      add(entries, main, "io/amoeba/coordinator/checks/testjob/");
      if (main == KeyedJob.class) {
        add(entries, AlignedKeys.class, PARTITIONER);
      }
    }
    String job = cluster.flink().jobs().run(jar, main.getName(), arguments, parallelism);
    cluster.flink().jobs().awaitRunning(job, Duration.ofSeconds(60));
    return job;
  }

  /** Adds a package from wherever one of its classes comes from, a folder or a jar. */
  private static void add(JarOutputStream entries, Class<?> one, String folder) throws IOException {
    Path source = JavaCommand.entry(one);
    if (Files.isDirectory(source)) {
      try (Stream<Path> files = Files.walk(source.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String name = source.relativize(file).toString().replace('\\', '/');
          add(entries, name, Files.readAllBytes(file));
        }
      }
      return;
    }
    try (JarFile jar = new JarFile(source.toFile())) {
      for (JarEntry entry : jar.stream().filter(e -> isIn(e, folder)).toList()) {
        try (InputStream in = jar.getInputStream(entry)) {
          add(entries, entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static boolean isIn(JarEntry entry, String folder) {
    return !entry.isDirectory() && entry.getName().startsWith(folder);
  }

  private static void add(JarOutputStream entries, String name, byte[] content) throws IOException {
    entries.putNextEntry(new JarEntry(name));
    entries.write(content);
  }
}
