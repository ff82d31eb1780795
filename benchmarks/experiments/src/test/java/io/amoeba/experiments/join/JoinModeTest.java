package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JoinModeTest {
  @Test
  void agentGetsMoreOptionsAndStockGetsNone() {
    assertThat(JoinMode.INCREMENTAL.jvmOptions("group-size=3"))
        .endsWith("on-ineligible=fail,group-size=3");
    assertThat(JoinMode.INCREMENTAL.jvmOptions("")).endsWith("on-ineligible=fail");
    assertThat(JoinMode.PACE_CLIENTS.jvmOptions("")).endsWith("on-ineligible=fail,pace=clients");
    assertThat(JoinMode.STOCK.jvmOptions("group-size=3")).isEmpty();
  }
}
