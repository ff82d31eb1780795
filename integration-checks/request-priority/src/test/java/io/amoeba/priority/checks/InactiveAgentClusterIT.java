package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agents.checks.InactiveAgentChecks;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraNode;

class InactiveAgentClusterIT extends InactiveAgentChecks {

  InactiveAgentClusterIT() {
    super(
        new Agent(
            AgentJars.requestPriority(),
            "Request priority",
            "amoeba.request-priority",
            PriorityBean.NAME,
            "request_priority"),
        "low-limit=none,nice=20",
        "low-limit=none: want auto, or a whole number 1 … 1024",
        "nice=20: want a whole number 0 … 19");
  }

  @Override
  protected void assertUnchanged(CassandraNode stock) {
    assertThat(stock.nodetool("tpstats")).doesNotContain("-Low");
    try (NodeClient client = new NodeClient(stock)) {
      assertThat(client.ask("low", "SELECT key FROM system.local")).hasSize(1);
    }
  }
}
