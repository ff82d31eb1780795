package io.amoeba.hints.checks;

import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged agents, as users get them; named by the build. */
final class AgentJars {

  private AgentJars() {}

  static Path readHints() {
    return path("amoeba.hints.jar");
  }

  static Path incrementalStreaming() {
    return path("amoeba.streaming.jar");
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
