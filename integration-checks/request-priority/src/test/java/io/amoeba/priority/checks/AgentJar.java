package io.amoeba.priority.checks;

import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged agent, as users get it; named by the build. */
final class AgentJar {

  private AgentJar() {}

  static Path requestPriority() {
    String jar = System.getProperty("amoeba.priority.jar");
    if (jar == null || !Files.isRegularFile(Path.of(jar))) {
      throw new IllegalStateException(
          "-Damoeba.priority.jar=%s names no file: build the agent with `mvn package`"
              .formatted(jar));
    }
    return Path.of(jar);
  }
}
