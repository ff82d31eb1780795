package io.amoeba.hints.agent;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.hints.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Hints are advisory:
 * whatever is wrong here, Cassandra starts without them.
 */
public final class ReadHintsAgent {

  private static final AgentInstallation<AgentOptions> INSTALLATION =
      new AgentInstallation<>(
          new AgentProduct(
              "Read hints",
              "amoeba.read-hints",
              "nothing is patched, and replicas stay as cold as without the agent"),
          ReadHintsAgent.class,
          "io/amoeba/hints/");

  private ReadHintsAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    INSTALLATION.install(arguments, instrumentation, OptionsReader::read, TargetSymbols.RELEASES);
  }

  /** Options and report of this process, once Cassandra is patched. */
  public static AgentInstallation.State<AgentOptions> state() {
    return INSTALLATION.state();
  }
}
