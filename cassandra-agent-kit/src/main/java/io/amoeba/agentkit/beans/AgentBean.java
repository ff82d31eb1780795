package io.amoeba.agentkit.beans;

import io.amoeba.agentkit.patch.StartReport;
import java.util.List;
import org.apache.cassandra.utils.MBeanWrapper;
import org.jspecify.annotations.Nullable;

/** The MBean of an agent. Safe for concurrent use. */
public abstract class AgentBean implements AgentAttributes {

  private final String name;
  private final @Nullable StartReport report;

  /**
   * Of an agent.
   *
   * @param name of the bean
   * @param report of the agent's start; null where nothing was patched, as in tests
   */
  protected AgentBean(String name, @Nullable StartReport report) {
    this.name = name;
    this.report = report;
  }

  /** Called at Cassandra's start, once in the life of a process. */
  public final void register() {
    MBeanWrapper.instance.registerMBean(this, name);
  }

  @Override
  public final String getAgentVersion() {
    return StartReport.agentVersion();
  }

  @Override
  public final String getCassandraVersion() {
    return report == null ? "" : report.cassandraVersion();
  }

  @Override
  public final List<String> getTargets() {
    return report == null ? List.of() : report.targets();
  }
}
