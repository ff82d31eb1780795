package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
