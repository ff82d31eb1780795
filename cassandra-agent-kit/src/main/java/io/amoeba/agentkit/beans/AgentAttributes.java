package io.amoeba.agentkit.beans;

import java.util.List;

/** What the MBean of every agent tells. */
public interface AgentAttributes {

  String getAgentVersion();

  String getCassandraVersion();

  /** A line for each patched method. */
  List<String> getTargets();
}
