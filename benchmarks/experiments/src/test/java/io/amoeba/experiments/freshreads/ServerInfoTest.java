package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What is read from INFO. */
class ServerInfoTest {
  private static final String PRIMARY =
      "# Replication\r\nrole:master\r\nconnected_slaves:2\r\n"
          + "slave0:ip=127.0.1.2,port=6379,state=online,offset=100,lag=1\r\n"
          + "slave1:ip=127.0.1.3,port=6379,state=online,offset=90,lag=12\r\n"
          + "master_repl_offset:100\r\n";
  private static final String REPLICA =
      "role:slave\r\nmaster_link_status:up\r\nslave_repl_offset:%d\r\nmaster_repl_offset:7\r\n";

  @Test
  void paperTakesTheStalestReplica() {
    assertThat(PaperPath.greatestLag(PRIMARY)).isEqualTo(12);
    assertThat(PaperPath.greatestLag("role:master\r\nconnected_slaves:0\r\n")).isZero();
  }

  @Test
  void replicaIsInSyncWhenItHasAllOfThePrimary() {
    assertThat(ReplicatedServers.isInSync(PRIMARY, REPLICA.formatted(100))).isTrue();
    assertThat(ReplicatedServers.isInSync(PRIMARY, REPLICA.formatted(99))).isFalse();
    assertThat(ReplicatedServers.isInSync(PRIMARY, REPLICA.formatted(100).replace("up", "down")))
        .isFalse();
  }

  @Test
  void cpuTimeIsThatOfTheServerAlone() {
    String info =
        "# CPU\r\nused_cpu_sys:1.250000\r\nused_cpu_user:2.500000\r\n"
            + "used_cpu_sys_children:9.0\r\nused_cpu_user_children:9.0\r\n"
            + "used_cpu_sys_main_thread:1.2\r\n";

    assertThat(Nodes.cpuSeconds(info)).isCloseTo(3.75, within(1e-9));
  }
}
