package io.amoeba.priority.threads;

import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.ThreadOptions;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import org.apache.cassandra.concurrent.SEPExecutor;

/** Threads of the low class outside of a node. */
public final class TestPools {

  private TestPools() {}

  /** Twins of an executor that stands for all stages. */
  public static LowPool lowPool(
      PrioritySettings settings, PriorityCounters counters, SEPExecutor shared) {
    return new LowPool(
        new ThreadOptions(true, 0, 4, InlineLocal.LOW, true), settings, counters, shared, shared);
  }
}
