package io.amoeba.streaming.agent;

import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.agentkit.patch.Patches;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.streaming.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Wrong options end
 * the process; an unknown Cassandra stays unpatched.
 */
public final class IncrementalStreamingAgent {

  private static final AgentProduct PRODUCT =
      new AgentProduct(
          "Incremental streaming",
          "amoeba.incremental-streaming",
          "nothing is patched, and nodes join as without the agent");

  private IncrementalStreamingAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    if (PRODUCT.isSwitchedOff()) {
      return;
    }
    String given = arguments == null ? "" : arguments;
    if (AgentState.isSet()) {
      System.err.println(PRODUCT.secondLine(given));
      System.exit(1);
      return;
    }
    AgentOptions options;
    try {
      options = OptionsReader.read(given);
    } catch (InvalidOptionsException e) {
      System.err.println(e.getMessage());
      System.exit(1);
      return;
    }
    ReleaseSymbols symbols = TargetSymbols.CASSANDRA_5_0;
    StartReport.ofKnownCassandra(
            PRODUCT, symbols, IncrementalStreamingAgent.class, "io/amoeba/streaming/")
        .ifPresent(
            report -> {
              AgentState.set(new AgentState(options, report));
              Patches.install(symbols, instrumentation, report);
            });
  }
}
