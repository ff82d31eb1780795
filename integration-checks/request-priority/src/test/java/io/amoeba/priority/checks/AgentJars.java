package io.amoeba.priority.checks;

import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged agents, as users get them; named by the build. */
final class AgentJars {

  private AgentJars() {}

  static Path requestPriority() {
    return path("amoeba.priority.jar");
  }

  static Path readHints() {
    return path("amoeba.hints.jar");
  }

  static Path incrementalStreaming() {
    return path("amoeba.streaming.jar");
  }

  /** Whether nodes can run on the oldest Java that Cassandra 5.0 takes. */
  static boolean isOldestJava() {
    return System.getProperty("amoeba.test.jdk-11") != null;
  }

  /** A stock node on the oldest Java, where {@code -Damoeba.test.jdk-11} names one. */
  static StartOptions onOldestJava() {
    return isOldestJava()
        ? StartOptions.NONE.withJavaHome(Path.of(System.getProperty("amoeba.test.jdk-11")))
        : StartOptions.NONE;
  }

  private static Path path(String property) {
    String jar = System.getProperty(property);
    if (jar == null || !Files.isRegularFile(Path.of(jar))) {
      throw new IllegalStateException(
          "-D%s=%s names no file: build the agents with `mvn package`".formatted(property, jar));
    }
    return Path.of(jar);
  }
}
