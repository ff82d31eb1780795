package io.amoeba.coordinator.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.Upkeeps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ShardUpkeepTest {

  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  private static List<Symptom> symptoms(Primary... primaries) {
    List<Symptom> symptoms = new ArrayList<>();
    ShardUpkeep.analyze(List.of(primaries), symptoms);
    return symptoms;
  }

  private static Primary primary(String host, ServerUpkeep upkeep, Replica... replicas) {
    return new Primary(host, host, 7000, List.of(), List.of(new HashSlotSpan(0, 10)))
        .withReplicas(new Replicas(List.of(replicas), OptionalDouble.empty()))
        .withUpkeep(Optional.of(upkeep));
  }

  private static Replica replica(String host, ServerUpkeep upkeep) {
    return replica(host, OptionalLong.of(1), OptionalLong.of(0), Optional.of(upkeep));
  }

  private static Replica replica(
      String host, OptionalLong lagSeconds, OptionalLong lagBytes, Optional<ServerUpkeep> upkeep) {
    return new Replica(host, host, 7000, lagSeconds, lagBytes, upkeep);
  }

  @Test
  void aRestingShardHasNoSymptom() {
    assertThat(symptoms(primary("a", Upkeeps.resting(), replica("b", Upkeeps.resting()))))
        .isEmpty();
  }

  @Test
  void workOfAPrimaryIsANoteWhereReplicasCouldLead() {
    assertThat(symptoms(primary("a", Upkeeps.saving(), replica("b", Upkeeps.resting()))))
        .containsExactly(Symptoms.upkeepOnPrimary("a:7000", "save"));
    assertThat(symptoms(primary("a", Upkeeps.resting(), replica("b", Upkeeps.saving()))))
        .as("at a replica it is as it should be")
        .isEmpty();
    assertThat(symptoms(primary("a", Upkeeps.saving()))).as("no other server could lead").isEmpty();
  }

  @Test
  void failedWorkIsASymptomOfEveryServer() {
    assertThat(
            symptoms(
                primary(
                    "a",
                    Upkeeps.failed(),
                    replica("b", Upkeeps.resting()),
                    replica("c", Upkeeps.failed()))))
        .containsExactly(
            Symptoms.upkeepFailed("a:7000", "save"), Symptoms.upkeepFailed("c:7000", "save"));
  }

  @Test
  void aPrimaryWithoutAReplicaMattersWhereOthersHaveOne() {
    Primary with = primary("a", Upkeeps.resting(), replica("b", Upkeeps.resting()));

    assertThat(symptoms(with, primary("c", Upkeeps.resting())))
        .containsExactly(Symptoms.noFailoverCandidate("c:7000", "it has no replica"));
    assertThat(symptoms(primary("c", Upkeeps.resting()), primary("d", Upkeeps.resting())))
        .as("a store that is wanted without replicas")
        .isEmpty();
  }

  @Test
  void oneReplicaThatCouldLeadIsEnough() {
    Replica failed = replica("b", Upkeeps.failed());
    Replica gone = replica("c", UNKNOWN, UNKNOWN, Optional.empty());
    Replica late = replica("d", OptionalLong.of(11), OptionalLong.of(9), Optional.empty());

    assertThat(symptoms(primary("a", Upkeeps.resting(), failed, gone, late)))
        .contains(
            Symptoms.noFailoverCandidate(
                "a:7000",
                "b:7000 may reject writes, since its last background work failed;"
                    + " c:7000 does not follow it; d:7000 does not report to it"));
    assertThat(
            symptoms(
                primary(
                    "a", Upkeeps.resting(), failed, gone, late, replica("e", Upkeeps.saving()))))
        .noneMatch(symptom -> symptom.is(SymptomCode.NO_FAILOVER_CANDIDATE));
  }

  @Test
  void whatIsNotKnownIsNoSymptom() {
    Replica byAnotherAddress =
        replica("b", UNKNOWN, OptionalLong.of(0), Optional.of(Upkeeps.resting()));
    Primary silent =
        primary("a", Upkeeps.resting(), replica("b", UNKNOWN, UNKNOWN, Optional.empty()))
            .withUpkeep(Optional.empty());

    assertThat(symptoms(primary("a", Upkeeps.resting(), byAnotherAddress))).isEmpty();
    assertThat(symptoms(silent)).isEmpty();
  }

  @Test
  void noneOfThemPreventsAPlan() {
    assertThat(
            List.of(
                SymptomCode.UPKEEP_ON_PRIMARY,
                SymptomCode.UPKEEP_FAILED,
                SymptomCode.NO_FAILOVER_CANDIDATE))
        .allMatch(code -> code.blocks() == SymptomCode.Blocks.NOTHING);
  }
}
