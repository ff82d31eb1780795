package io.amoeba.coordinator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpkeepChecksTest {

  private final Patient patient = new Patient();

  @BeforeEach
  void planRounds() {
    upkeep("{kinds: [save]}");
    for (int node = 0; node < patient.redis.size(); node++) {
      patient.setting(node, "min-replicas-to-write", "0");
    }
  }

  private void upkeep(String section) {
    patient.config =
        """
        flink: {url: 'http://10.0.0.9:8081'}
        redis: {endpoints: ['10.0.0.1:7000', '10.0.0.2:7000']}
        stateFile: state.json
        plans: {file: plans.json, upkeep: %s}
        """
            .formatted(section);
  }

  private void says(Severity severity, String text) {
    assertThat(patient.all(Check.REDIS_UPKEEP))
        .anySatisfy(
            finding -> {
              assertThat(finding.severity()).isEqualTo(severity);
              assertThat(finding.text()).contains(text);
              assertThat(finding.remedy()).endsWith(".");
            });
  }

  private void isFine() {
    assertThat(patient.only(Check.REDIS_UPKEEP).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void nothingIsSaidWithoutRounds() {
    upkeep("{}");
    patient.setting(0, "save", "60 10000");

    assertThat(patient.all(Check.REDIS_UPKEEP)).isEmpty();
  }

  @Test
  void aHealthyClusterIsFine() {
    isFine();
  }

  @Test
  void aTriggerThatComesMoreOftenThanARoundIsNamedWithTheArithmetic() {
    patient.setting(0, "save", "3600 1 60 10000").setting(0, "cluster-node-timeout", "5000");
    isFine();

    patient.info(0, "rdb_last_bgsave_time_sec", "20");
    says(
        Severity.WARNING,
        "'save 60 10000' comes every 60 s, and a round takes 61 s: two saves of 20 s, and 21 s");

    patient.info(0, "rdb_last_bgsave_time_sec", "-1").setting(0, "cluster-node-timeout", "15000");
    says(Severity.WARNING, "a round takes 61 s: two saves of 0 s, and 61 s");

    upkeep("{kinds: [rewrite]}");
    isFine();
  }

  @Test
  void aNodeThatDoesNotTellItsSettingsIsUnknown() {
    patient.refuses(0, "CONFIG GET", "NOPERM this user has no permissions");

    says(Severity.UNKNOWN, "nobody knows when it works");
  }

  @Test
  void anEquallyLargeMinReplicasIsNoted() {
    patient.setting(0, "min-replicas-to-write", "1");
    says(Severity.NOTE, "NOREPLICAS");

    patient.setting(0, "min-replicas-max-lag", "0");
    isFine();
  }

  @Test
  void aPreferredServerThatIsNoMemberIsNamed() {
    upkeep("{kinds: [save], preferredPrimaries: ['10.0.0.1:7001']}");
    isFine();

    upkeep("{kinds: [save], preferredPrimaries: ['10.0.0.1:7009']}");
    says(Severity.WARNING, "'10.0.0.1:7009' is no member");
  }

  @Test
  void twinsNeedReplicasOnTheHostOfThePrimary() {
    upkeep("{kinds: [save], ways: [twin, stay]}");

    says(Severity.NOTE, "no replica is on the host of its primary");
  }

  @Test
  void aPrimaryWithoutReplicaIsNamed() {
    patient.everyNodeKnows(
        old -> old.id().equals("replica-1") ? Patient.with(old, failed(), false) : old);

    says(Severity.WARNING, "it works while it leads");
  }

  private static Set<String> failed() {
    return Set.of("slave", "fail");
  }

  @Test
  void replicasOnTheHostOfTheirPrimaryAreOfNoUseWithoutTwin() {
    patient.everyNodeKnows(
        old ->
            old.primaryId().isEmpty()
                ? Patient.with(old, new ServerAddress(hostOfReplica(old), old.address().port()))
                : old);

    says(Severity.WARNING, "is on one host with all of its replicas");
  }

  /** replica-1 is of primary-2, replica-2 of primary-3, and replica-3 of primary-1. */
  private static String hostOfReplica(KnownServer primary) {
    return List.of("10.0.0.3", "10.0.0.1", "10.0.0.2")
        .get(Integer.parseInt(primary.id().substring("primary-".length())) - 1);
  }
}
