package io.amoeba.priority.agent;

import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.agentkit.patch.Patches;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.priority.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Classes of service
 * are advisory: whatever is wrong here, Cassandra starts and serves all requests alike.
 */
public final class RequestPriorityAgent {

  private static final AgentProduct PRODUCT =
      new AgentProduct(
          "Request priority",
          "amoeba.request-priority",
          "nothing is patched, and all requests are served alike");

  private RequestPriorityAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    if (PRODUCT.isSwitchedOff()) {
      return;
    }
    String given = arguments == null ? "" : arguments;
    if (AgentState.isSet()) {
      System.err.println(PRODUCT.secondLine(given));
      return;
    }
    AgentOptions options;
    try {
      options = OptionsReader.read(given);
    } catch (InvalidOptionsException e) {
      System.err.println(e.getMessage());
      return;
    }
    ReleaseSymbols symbols = TargetSymbols.CASSANDRA_5_0;
    StartReport.ofKnownCassandra(
            PRODUCT, symbols, RequestPriorityAgent.class, "io/amoeba/priority/")
        .ifPresent(
            report -> {
              AgentState.set(new AgentState(options, report));
              Patches.install(symbols, instrumentation, report);
            });
  }
}
