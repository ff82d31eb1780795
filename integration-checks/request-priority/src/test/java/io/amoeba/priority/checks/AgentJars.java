package io.amoeba.priority.checks;

import io.amoeba.embedded.process.JavaCommand;
import java.nio.file.Path;

/** The packaged agents, as users get them; named by the build. */
final class AgentJars {

  private AgentJars() {}

  static Path requestPriority() {
    return JavaCommand.builtJar("amoeba.priority.jar");
  }

  static Path readHints() {
    return JavaCommand.builtJar("amoeba.hints.jar");
  }

  static Path incrementalStreaming() {
    return JavaCommand.builtJar("amoeba.streaming.jar");
  }
}
