package io.amoeba.shift.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agents.checks.InactiveAgentChecks;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraNode;

class InactiveAgentClusterIT extends InactiveAgentChecks {

  InactiveAgentClusterIT() {
    super(
        new Agent(
            AgentJars.readShift(), "Read shift", "amoeba.read-shift", ShiftBean.NAME, "read_shift"),
        "severity=on,max-use=101",
        "severity=on: want one of off, auto, always",
        "max-use=101: want a whole number 1 … 100");
  }

  @Override
  protected void assertUnchanged(CassandraNode stock) {
    assertThat(new ShiftBean(stock).severity()).isZero();
  }
}
