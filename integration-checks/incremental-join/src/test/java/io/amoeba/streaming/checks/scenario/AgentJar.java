package io.amoeba.streaming.checks.scenario;

import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged agent, as users get it. */
final class AgentJar {
  /** Named by the build. */
  static final String PROPERTY = "amoeba.agent.jar";

  /** Four tokens a step: enough steps to see, few enough to wait for. */
  static final String OPTIONS = "tokens-per-step=4,on-ineligible=fail";

  private AgentJar() {}

  static Path path() {
    String jar = System.getProperty(PROPERTY);
    if (jar == null || !Files.isRegularFile(Path.of(jar))) {
      throw new IllegalStateException(
          "-D%s=%s names no file: build the agent with `mvn package`".formatted(PROPERTY, jar));
    }
    return Path.of(jar);
  }
}
