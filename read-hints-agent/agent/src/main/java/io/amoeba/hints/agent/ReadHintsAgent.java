package io.amoeba.hints.agent;

import io.amoeba.agentkit.patch.Patches;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.TargetCheck;
import io.amoeba.hints.compat.TargetSymbols;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * The agent's entry, named in the jar's manifest: {@code
 * -javaagent:$CASSANDRA_HOME/lib/read-hints-agent.jar[=key=value,…]}. Initialises no Cassandra
 * class. Hints are advisory: whatever is wrong here, Cassandra starts without them.
 */
public final class ReadHintsAgent {

  /** {@code -Damoeba.read-hints=off}: Cassandra stays as it is. */
  public static final String KILL_SWITCH = "amoeba.read-hints";

  private ReadHintsAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    if ("off".equals(System.getProperty(KILL_SWITCH))) {
      System.err.println("Read hints: switched off by -D" + KILL_SWITCH + "=off");
      return;
    }
    AgentOptions options;
    try {
      options = OptionsReader.read(arguments == null ? "" : arguments);
    } catch (InvalidOptionsException e) {
      System.err.println(e.getMessage());
      return;
    }
    ReleaseSymbols symbols = TargetSymbols.CASSANDRA_5_0;
    List<String> missing = TargetCheck.missing(symbols, ReadHintsAgent.class, "io/amoeba/hints/");
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
