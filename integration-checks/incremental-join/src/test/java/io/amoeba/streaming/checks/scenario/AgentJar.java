package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.process.JavaCommand;
import java.nio.file.Path;

/** The packaged agent, as users get it. */
final class AgentJar {
  /** Named by the build. */
  static final String PROPERTY = "amoeba.agent.jar";

  /** Four tokens a step: enough steps to see, few enough to wait for. */
  static final String OPTIONS = "tokens-per-step=4,on-ineligible=fail";

  private AgentJar() {}

  static Path path() {
    return JavaCommand.builtJar(PROPERTY);
  }
}
