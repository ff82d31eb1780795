package io.amoeba.shift.start;

import io.amoeba.agentkit.start.AgentStart;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Named in the jar's manifest: {@code
 * -javaagent:$CASSANDRA_HOME/lib/read-shift-agent.jar[=key=value,…]}. In a process in which the
 * agent cannot work it logs the reason and returns.
 */
public final class Premain {

  private Premain() {}

  public static void premain(@Nullable String arguments, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    AgentStart.start(
        "Read shift", "io.amoeba.shift.agent.ReadShiftAgent", arguments, instrumentation);
  }
}
