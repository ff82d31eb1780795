package io.amoeba.streaming.agent;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.streaming.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Wrong options end
 * the process; an unknown Cassandra stays unpatched.
 */
public final class IncrementalStreamingAgent {

  private static final AgentInstallation<AgentOptions> INSTALLATION =
      new AgentInstallation<>(
          new AgentProduct(
              "Incremental streaming",
              "amoeba.incremental-streaming",
              "nothing is patched, and nodes join as without the agent"),
          IncrementalStreamingAgent.class,
          "io/amoeba/streaming/");

  private IncrementalStreamingAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    boolean right =
        INSTALLATION.install(
            arguments, instrumentation, OptionsReader::read, List.of(TargetSymbols.CASSANDRA_5_0));
    if (!right) {
      System.exit(1);
    }
  }

  /** Options and report of this process, once Cassandra is patched. */
  public static AgentInstallation.State<AgentOptions> state() {
    return INSTALLATION.state();
  }
}
