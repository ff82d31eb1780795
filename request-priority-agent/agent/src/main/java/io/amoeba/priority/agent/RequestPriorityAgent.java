package io.amoeba.priority.agent;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.patch.AgentProduct;
import io.amoeba.priority.compat.TargetSymbols;
import io.amoeba.priority.threads.NettyRecycler;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Installs the agent in a Cassandra's process. Initialises no Cassandra class. Classes of service
 * are advisory: whatever is wrong here, Cassandra starts and serves all requests alike.
 */
public final class RequestPriorityAgent {

  private static final AgentInstallation<AgentOptions> INSTALLATION =
      new AgentInstallation<>(
          new AgentProduct(
              "Request priority",
              "amoeba.request-priority",
              "nothing is patched, and all requests are served alike"),
          RequestPriorityAgent.class,
          "io/amoeba/priority/");

  private RequestPriorityAgent() {}

  /** Called by the entry that the manifest names, when the process is a Cassandra's. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    INSTALLATION.install(arguments, instrumentation, OptionsReader::read, TargetSymbols.RELEASES);
    if (INSTALLATION.isInstalled() && state().options().threads().nice() > 0) {
      NettyRecycler.disable();
    }
  }

  /** Options and report of this process, once Cassandra is patched. */
  public static AgentInstallation.State<AgentOptions> state() {
    return INSTALLATION.state();
  }
}
