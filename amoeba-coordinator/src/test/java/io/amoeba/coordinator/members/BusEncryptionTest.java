package io.amoeba.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BusEncryptionTest {

  @Test
  void tlsOfClientsOrOfTheBusAloneIsRefusedWithTheRemedy() {
    assertThat(BusEncryption.problems(true, true, List.of(server("7.0.15", "yes")))).isEmpty();
    assertThat(BusEncryption.problems(false, true, List.of(server("7.0.15", "no")))).isEmpty();
    assertThat(BusEncryption.problems(true, true, List.of(server("7.0.15", "no"))))
        .singleElement()
        .asString()
        .contains("server:7000", "Set tls-cluster yes", "leave out redis.tls");
    assertThat(BusEncryption.problems(false, true, List.of(server("7.0.15", "yes"))))
        .singleElement()
        .asString()
        .contains("Set tls-cluster no", "set redis.tls");
  }

  @Test
  void atomicMigrationsUsePortsThatServersTellEachOther() {
    List<MemberTraits> servers = List.of(server("8.4.0", "yes"));

    assertThat(BusEncryption.problems(false, true, servers)).isEmpty();
    assertThat(BusEncryption.problems(false, false, servers)).hasSize(1);
    assertThat(
            BusEncryption.problems(
                false, true, List.of(server("8.4.0", "yes"), server("7.0.15", "yes"))))
        .hasSize(2);
  }

  @Test
  void whatIsNotToldRefusesNothing() {
    assertThat(BusEncryption.problems(true, true, List.of(MemberTraits.untold("a:7000"))))
        .isEmpty();
  }

  private static MemberTraits server(String version, String tlsCluster) {
    return new MemberTraits(
        "server:7000",
        Map.of("redis_version", version),
        Optional.empty(),
        Optional.of(Map.of("tls-cluster", tlsCluster)),
        Optional.empty(),
        Optional.empty());
  }
}
