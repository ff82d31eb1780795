package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalHostsTest {
  @Test
  void configuredHostsComeFirst() {
    LocalHosts hosts = LocalHosts.of(List.of("127.0.1.1"), p -> "127.0.1.2", v -> "127.0.1.3");

    assertThat(hosts.contains("127.0.1.1")).isTrue();
    assertThat(hosts.contains("127.0.1.2")).isFalse();
  }

  @Test
  void thePropertyComesBeforeTheVariable() {
    LocalHosts hosts = LocalHosts.of(List.of(), p -> "127.0.1.2, 127.0.1.4", v -> "127.0.1.3");

    assertThat(hosts.contains("127.0.1.2")).isTrue();
    assertThat(hosts.contains("127.0.1.4")).isTrue();
    assertThat(hosts.contains("127.0.1.3")).isFalse();
  }

  @Test
  void theVariableCountsWithoutProperty() {
    LocalHosts hosts = LocalHosts.of(List.of(), p -> null, v -> "127.0.1.3");

    assertThat(hosts.contains("127.0.1.3")).isTrue();
  }

  @Test
  void withoutAnySettingTheLoopbackAddressIsNotTheOwnHost() {
    LocalHosts hosts = LocalHosts.of(List.of(), p -> null, v -> null);

    assertThat(hosts.contains("127.0.0.1")).isFalse();
  }

  @Test
  void aNameStandsForItsAddresses() {
    LocalHosts hosts = LocalHosts.of(List.of("localhost"), p -> null, v -> null);

    assertThat(hosts.contains("127.0.0.1")).isTrue();
    assertThat(hosts.contains("LOCALHOST")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "::1,                   0:0:0:0:0:0:0:1",
    "[::1],                 ::1",
    "0:0:0:0:0:0:0:1,       [::1]",
    "2001:DB8::7,           [2001:db8:0:0:0:0:0:7]",
    "::ffff:127.0.1.1,      127.0.1.1",
    "node-1.Example,        NODE-1.example",
    "redis_1,               redis_1"
  })
  void hostIsTheOwnOneInEveryNotation(String configured, String announced) {
    assertThat(LocalHosts.of(List.of(), p -> configured, v -> null).contains(announced)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.1:7000", "[::1]:7000", "redis://10.0.0.1", "user@node", "a b", "node/x"})
  void invalidHostsAreRefusedWithTheRemedy(String text) {
    assertThatThrownBy(() -> LocalHosts.of(List.of(), p -> text, v -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("amoeba.node.host has '" + text + "'")
        .hasMessageContaining("without scheme and port");
    assertThatThrownBy(
            () ->
                ColocatedRedisConfig.builder()
                    .uris(List.of("redis://h:1"))
                    .localHosts(List.of(text))
                    .build())
        .hasMessageContaining("localHosts has '" + text + "'");
  }

  @Test
  void addressesOfNodesAreShownWithBracketsWhereTheyNeedThem() {
    assertThat(ColocatedRedisConfig.of("redis://[::1]:7000", "redis://node-1:7001"))
        .hasToString("Redis Cluster at [[::1]:7000, node-1:7001]");
  }
}
