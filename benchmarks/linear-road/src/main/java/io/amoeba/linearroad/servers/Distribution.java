package io.amoeba.linearroad.servers;

import io.amoeba.embedded.runtime.Runtimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Where the jars of the job, of Flink's {@code lib} folder and of the coordinator are: in the
 * folder of the system property {@value Runtimes#DIST_PROPERTY}, or else in the folder that the
 * build of the source tree around the working folder makes. Immutable.
 */
public record Distribution(Path folder) {
  private static final Path BUILT = Path.of("distribution", "target", "amoeba");

  /** The distribution of this JVM. */
  public static Distribution locate() {
    return locate(System.getProperties(), Path.of("").toAbsolutePath());
  }

  static Distribution locate(Properties properties, Path workingFolder) {
    String given = properties.getProperty(Runtimes.DIST_PROPERTY);
    if (given != null) {
      return new Distribution(Path.of(given).toAbsolutePath());
    }
    for (Path above = workingFolder; above != null; above = above.getParent()) {
      if (Files.isDirectory(above.resolve(BUILT))) {
        return new Distribution(above.resolve(BUILT));
      }
    }
    return new Distribution(workingFolder.resolve(BUILT));
  }

  /** The job with its dependencies beside Flink. */
  public Path jobJar() {
    return folder.resolve("lab").resolve("job").resolve("linear-road-job.jar");
  }

  /** What belongs in Flink's {@code lib} folder. */
  public Path partitionerJar() {
    return folder.resolve("flink-lib").resolve("flink-aligned-partitioner.jar");
  }

  /** The class path entry of the coordinator. */
  public String classPathEntry() {
    return folder.resolve("lib").resolve("*").toString();
  }

  /** The missing parts, one message each. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    Stream.of(jobJar(), partitionerJar(), folder.resolve("lib"))
        .filter(path -> !Files.exists(path))
        .forEach(
            path ->
                problems.add(
                    "There is no %s: build with `mvn package`, or point -D%s to a complete distribution."
                        .formatted(path, Runtimes.DIST_PROPERTY)));
    return problems;
  }
}
