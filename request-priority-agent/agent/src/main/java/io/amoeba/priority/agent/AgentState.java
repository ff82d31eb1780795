package io.amoeba.priority.agent;

import io.amoeba.agentkit.patch.StartReport;
import org.jspecify.annotations.Nullable;

/** What premain found, for the code in Cassandra. */
public record AgentState(AgentOptions options, StartReport report) {

  private static volatile @Nullable AgentState current;

  static void set(AgentState state) {
    current = state;
  }

  /** Whether a premain has run to its end. */
  static boolean isSet() {
    return current != null;
  }

  /**
   * Of this process. Throws when no premain has run: then nothing is patched, and nothing calls
   * this.
   */
  public static AgentState get() {
    AgentState state = current;
    if (state == null) {
      throw new IllegalStateException("the agent has not been started with -javaagent");
    }
    return state;
  }
}
