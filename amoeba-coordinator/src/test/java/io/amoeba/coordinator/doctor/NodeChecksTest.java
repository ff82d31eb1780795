package io.amoeba.coordinator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeChecksTest {

  private final Patient patient = new Patient();

  @Test
  void fixedPrimaryThatNoPrimaryAnnouncesIsNamed() {
    patient.config =
        patient.config.replace(
            "plans: {file: plans.json",
            "plans: {moves: {fixedPrimaries: ['10.0.0.1:7000', 'redis-2:7000']}, file: plans.json");

    assertThat(patient.only(Check.NODE_TABLE).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.NODE_TABLE).text())
        .contains("'redis-2:7000' is no primary", "10.0.0.2:7000");
  }

  @Test
  void aTaskManagerAndAPrimaryWithoutTheOtherAreNamedWithTheKeyThatMapsThem() {
    patient.taskManagers.set(2, new TaskManager("tm-3", "flink-3.local", 1));

    List<Finding> findings = patient.all(Check.HOST_MATCH);

    assertThat(findings).extracting(Finding::severity).containsOnly(Severity.WARNING).hasSize(2);
    assertThat(findings.get(0).subjects()).containsExactly("tm-3");
    assertThat(findings.get(0).text()).contains("flink-3.local", "10.0.0.3");
    assertThat(findings.get(0).remedy()).contains("nodes:", "flinkHosts: [tm-3]");
    assertThat(findings.get(1).subjects()).containsExactly("10.0.0.3:7000");
    assertThat(findings.get(1).remedy()).contains("redisHosts: [10.0.0.3:7000]");
  }

  @Test
  void taskManagersInPodsAreOnTheMachinesThatTheyHaveReported() {
    for (int i = 0; i < Patient.HOSTS; i++) {
      patient.taskManagers.set(i, new TaskManager("tm-" + (i + 1), "10.1.0." + (i + 1), 1));
    }
    patient.otherView = Optional.of(new StreamView.Missing("", List.of()));
    assertThat(patient.all(Check.HOST_MATCH))
        .hasSize(2 * Patient.HOSTS)
        .allSatisfy(
            finding ->
                assertThat(finding.remedy())
                    .contains("amoeba.node.host", "--url of a running coordinator"));

    patient.told =
        new TaskManagerHosts(
            Map.of(
                "tm-1", List.of("10.0.0.1"),
                "tm-2", List.of("node-2", "10.0.0.2"),
                "tm-3", List.of("10.0.0.3")),
            Map.of());

    assertThat(patient.only(Check.HOST_MATCH).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aHostOfFlinkWithoutAnAddressHereIsToldAsThat() {
    patient.taskManagers.set(2, new TaskManager("tm-3", "flink-3.local", 1));
    patient.addresses.put("flink-3.local", Set.of());

    assertThat(patient.all(Check.HOST_MATCH).get(0).text())
        .startsWith("no primary is seen on its host flink-3.local (no address here)");
  }

  @Test
  void theTableMapsWhatDoesNotMatchByItself() {
    patient.taskManagers.set(2, new TaskManager("tm-3", "flink-3.local", 1));
    patient.more = "nodes: [{name: three, flinkHosts: [tm-3], redisHosts: ['10.0.0.3:7000']}]\n";

    assertThat(patient.only(Check.HOST_MATCH).severity()).isEqualTo(Severity.OK);
    assertThat(patient.only(Check.NODE_TABLE).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void hostsOfTheTableThatAreNobodyAreAdvised() {
    patient.more = "nodes: [{name: one, flinkHosts: [tm-9], redisHosts: ['10.0.0.1']}]\n";

    assertThat(patient.only(Check.NODE_TABLE).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.NODE_TABLE).subjects()).containsExactly("nodes one.flinkHosts");
    assertThat(patient.only(Check.NODE_TABLE).text()).contains("'tm-9'", "tm-1");
  }

  @Test
  void machinesThatLookLikeOneNeedTheTable() {
    for (int i = 0; i < Patient.HOSTS; i++) {
      patient.taskManagers.set(i, new TaskManager("tm-" + (i + 1), "127.0.0.1", 1));
    }
    patient.everyNodeKnows(
        node ->
            Patient.with(
                node,
                new ServerAddress(
                    "127.0.0.1",
                    node.address().port() + Integer.parseInt(node.id().substring(8)))));

    assertThat(patient.only(Check.HOST_MATCH).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.HOST_MATCH).text())
        .isEqualTo("3 TaskManagers and 3 primaries look like one node");
  }

  @Test
  void primariesWithoutSubtasksAreCountedByHashSlots() {
    patient.otherView = Optional.of(new StreamView.Found(patient.job(2)));

    assertThat(patient.only(Check.HOST_MATCH).severity()).isEqualTo(Severity.OK);
    assertThat(patient.only(Check.SUBTASK_PLACES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.SUBTASK_PLACES).subjects()).containsExactly("Toll");
    assertThat(patient.only(Check.SUBTASK_PLACES).text()).contains("[10.0.0.3]", "5461 hash slots");
  }
}
