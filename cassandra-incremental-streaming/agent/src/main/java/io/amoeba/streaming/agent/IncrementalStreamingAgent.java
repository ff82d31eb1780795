package io.amoeba.streaming.agent;

import io.amoeba.agentkit.patch.Patches;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.TargetCheck;
import io.amoeba.streaming.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * The agent's entry, named in the jar's manifest: {@code
 * -javaagent:$CASSANDRA_HOME/lib/cassandra-incremental-streaming.jar[=key=value,…]}. Initialises no
 * Cassandra class. Wrong options end the process; an unknown Cassandra stays unpatched.
 */
public final class IncrementalStreamingAgent {

  /** {@code -Damoeba.incremental-streaming=off}: Cassandra stays as it is. */
  public static final String KILL_SWITCH = "amoeba.incremental-streaming";

  private IncrementalStreamingAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    if ("off".equals(System.getProperty(KILL_SWITCH))) {
      System.err.println("Incremental streaming: switched off by -D" + KILL_SWITCH + "=off");
      return;
    }
    AgentOptions options;
    try {
      options = OptionsSource.read(arguments == null ? "" : arguments);
    } catch (InvalidOptionsException e) {
      System.err.println(e.getMessage());
      System.exit(1);
      return;
    }
    ReleaseSymbols symbols = TargetSymbols.CASSANDRA_5_0;
    List<String> missing =
        TargetCheck.missing(symbols, IncrementalStreamingAgent.class, "io/amoeba/streaming/");
    String cassandra = TargetCheck.version();
    if (!missing.isEmpty()) {
      System.err.println(StartReport.refused(cassandra, missing));
      return;
    }
    StartReport report = new StartReport(cassandra);
    AgentState.set(new AgentState(options, report));
    Patches.install(symbols, instrumentation, report.patches());
  }
}
