package io.amoeba.priority.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;

/** Options for tests of other packages. Stateless. */
public final class SampleOptions {

  private SampleOptions() {}

  /** Those of an agent's line: {@code low-limit=4,mode=observe}. */
  public static AgentOptions of(String arguments) {
    try {
      return OptionsReader.read(arguments);
    } catch (InvalidOptionsException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
