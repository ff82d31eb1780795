package io.amoeba.shift.agent;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.shift.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Whatever is wrong
 * here, Cassandra starts, and its reads stay where they are.
 */
public final class ReadShiftAgent {

  private static final AgentInstallation<AgentOptions> INSTALLATION =
      new AgentInstallation<>(
          new AgentProduct(
              "Read shift",
              "amoeba.read-shift",
              "nothing is patched, and reads stay at a node that works"),
          ReadShiftAgent.class,
          "io/amoeba/shift/");

  private ReadShiftAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    INSTALLATION.install(
        arguments, instrumentation, OptionsReader::read, List.of(TargetSymbols.CASSANDRA_5_0));
  }

  /** Options and report of this process, once Cassandra is patched. */
  public static AgentInstallation.State<AgentOptions> state() {
    return INSTALLATION.state();
  }
}
