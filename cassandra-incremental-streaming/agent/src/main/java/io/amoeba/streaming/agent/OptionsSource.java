package io.amoeba.streaming.agent;

import io.amoeba.agentkit.options.OptionSource;

/**
 * Where options come from: the agent's arguments, and beneath them a file beside cassandra.yaml.
 */
final class OptionsSource {

  private static final String FILE = "incremental-streaming.yaml";

  private OptionsSource() {}

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    return new OptionsReader(OptionSource.read(arguments, FILE)).read();
  }
}
