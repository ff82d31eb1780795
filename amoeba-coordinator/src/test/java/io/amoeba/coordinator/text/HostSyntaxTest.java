package io.amoeba.coordinator.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "255.255.255.255",
        "::1",
        "2001:db8::7",
        "::ffff:10.0.0.1",
        "fe80::1",
        "localhost",
        "node-1",
        "node_1",
        "amoeba_flink_1",
        "1a.example",
        "3com.example.org",
        "Node-1.Example.ORG",
        "xn--bcher-kva.example",
        "redis-0.redis.default.svc.cluster.local",
        "node.example."
      })
  void addressesAndDnsNamesAreHosts(String host) {
    assertThat(HostSyntax.isHost(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-oProxyCommand=touch target/PWNED-$(id -un)",
        "-v",
        "node-",
        "a.-b",
        "node 1",
        "node;reboot",
        "$(id)",
        "`id`",
        "user@node",
        "node/..",
        "../node",
        "node\n",
        "node\u202e",
        "nöde",
        "a..b",
        ".a",
        "fe80::1%eth0",
        "[::1]",
        "1::2::3",
        "10.0.0.256",
        "10.0.1",
        "010.0.0.1",
        "2130706433",
        "0x7f000001",
        "node:22",
        "::1 -v"
      })
  void nothingElseIsAHost(String text) {
    assertThat(HostSyntax.isHost(text)).isFalse();
  }

  @Test
  void namesAreNoLongerThanTheNameServiceTakes() {
    String label = "a".repeat(63);

    assertThat(HostSyntax.isHost(label)).isTrue();
    assertThat(HostSyntax.isHost(label + "a")).isFalse();
    assertThat(HostSyntax.isHost(String.join(".", label, label, label, "a".repeat(61)))).isTrue();
    assertThat(HostSyntax.isHost(String.join(".", label, label, label, "a".repeat(62)))).isFalse();
  }
}
