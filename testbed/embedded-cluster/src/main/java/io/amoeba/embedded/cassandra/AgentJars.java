package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.JavaCommand;
import java.nio.file.Path;

/**
 * The packaged agents, as users get them; the build of a module names those that its tests use. A
 * missing one is an error with the remedy. Stateless.
 */
public final class AgentJars {

  private AgentJars() {}

  public static Path requestPriority() {
    return JavaCommand.builtJar("amoeba.priority.jar");
  }

  public static Path readShift() {
    return JavaCommand.builtJar("amoeba.shift.jar");
  }

  public static Path readHints() {
    return JavaCommand.builtJar("amoeba.hints.jar");
  }

  public static Path incrementalStreaming() {
    return JavaCommand.builtJar("amoeba.streaming.jar");
  }
}
