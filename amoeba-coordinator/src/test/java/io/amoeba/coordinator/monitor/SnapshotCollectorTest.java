package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What both systems call a host is checked before anything is derived from it. */
class SnapshotCollectorTest {

  private static final PlanRules STARTS =
      new PlanRules(
          Optional.empty(),
          new GrowthSettings(
              true,
              Optional.of(
                  new GrowthSettings.Start(
                      new GrowthSettings.Given(), 7000, Set.of(), Duration.ofMinutes(1)))),
          DrainSettings.NONE,
          MoveRules.NONE,
          RescaleSettings.NONE,
          UpkeepSettings.NONE,
          0);

  private static final String OPTION = "-oProxyCommand=touch target/PWNED-$(id -un)";

  @Test
  void aHostThatIsAnOptionIsASymptomAndNothingIsPlannedWithIt() {
    ClusterSnapshot snapshot = snapshot(OPTION, "10.0.0.1");

    List<Symptom> symptoms = Analyzer.analyze(snapshot);
    assertThat(symptoms)
        .contains(Symptoms.hostUnusable("Flink, for subtask 1 of Toll", OPTION))
        .anySatisfy(
            symptom -> {
              assertThat(symptom.problem().message()).contains(OPTION);
              assertThat(symptom.blocks("any")).isTrue();
            });
    assertThat(snapshot.nodes().names()).doesNotContain(OPTION);
    assertThat(plans(snapshot)).isEmpty();
  }

  @Test
  void theSameSnapshotWithADnsNameStartsAServerThere() {
    ClusterSnapshot snapshot = snapshot("node_2", "10.0.0.1");

    assertThat(Analyzer.analyze(snapshot))
        .noneMatch(symptom -> symptom.is(SymptomCode.HOST_UNUSABLE));
    assertThat(plans(snapshot)).anyMatch(text -> text.contains("node_2"));
  }

  @Test
  void aPrimaryThatAnnouncesNoHostIsASymptomWithoutControlCharacters() {
    ClusterSnapshot snapshot = snapshot("10.0.0.2", "evil\u001b[2J\nplan-9 approved");

    assertThat(Analyzer.analyze(snapshot))
        .contains(
            Symptoms.hostUnusable("Redis, for node p", "evil\ufffd[2J\ufffdplan-9 approved"),
            Symptoms.hashSlotsUncovered(16_384));
    assertThat(snapshot.primaries()).isEmpty();
  }

  @Test
  void aReplicaThatAnnouncesNoHostIsNotShown() {
    Replica usable = new Replica("r", "10.0.0.3", 7000, OptionalLong.of(1), OptionalLong.empty());
    Replica evil = new Replica("e", OPTION, 7000, OptionalLong.empty(), OptionalLong.empty());
    Primary primary =
        primary("10.0.0.1")
            .withReplicas(new Replicas(List.of(evil, usable), OptionalDouble.of(0.5)));

    ClusterSnapshot snapshot = collected(new StreamView.Found(job("10.0.0.2")), primary);

    assertThat(snapshot.primaries())
        .extracting(Primary::replicas)
        .containsExactly(new Replicas(List.of(usable), OptionalDouble.of(0.5)));
    assertThat(snapshot.refusedHosts()).isEmpty();
  }

  @Test
  void freeTaskSlotsOnAHostThatIsNoneDoNotCount() {
    StreamView.Found view =
        new StreamView.Found(job("10.0.0.2"), List.of(new FreeTaskSlots("tm-9", "$(id)", 1)));

    ClusterSnapshot snapshot = collected(view, primary("10.0.0.1"));

    assertThat(snapshot.freeTaskSlots()).isEmpty();
    assertThat(snapshot.refusedHosts())
        .containsExactly(new RefusedHost("Flink, for task manager tm-9", "$(id)"));
  }

  @Test
  void aSubtaskThatIsNotDeployedYetIsNoSymptom() {
    assertThat(snapshot("", "10.0.0.1").refusedHosts()).isEmpty();
  }

  private static List<String> plans(ClusterSnapshot snapshot) {
    List<Symptom> symptoms =
        Analyzer.analyze(snapshot).stream()
            .filter(symptom -> !symptom.is(SymptomCode.REPORTS_MISSING))
            .toList();
    return Planner.plans(snapshot, symptoms, Map.of(), STARTS).due().stream()
        .map(plan -> plan.action().text())
        .toList();
  }

  private static ClusterSnapshot snapshot(String subtaskHost, String primaryHost) {
    return collected(new StreamView.Found(job(subtaskHost)), primary(primaryHost));
  }

  private static ClusterSnapshot collected(StreamView stream, Primary primary) {
    return new SnapshotCollector(
            new StreamMonitor() {
              @Override
              public StreamView read() {
                return stream;
              }

              @Override
              public void close() {}
            },
            new StoreMonitor() {
              @Override
              public StoreView read() {
                return new StoreView.Found(List.of(primary));
              }
            },
            new NodeTable(List.of(), host -> Set.of()),
            Clock.systemUTC())
        .collect(List.of(), Map.of());
  }

  private static StreamJob job(String host) {
    List<Subtask> subtasks =
        List.of(
            new Subtask(0, 0, 1, "RUNNING", "10.0.0.1", "tm-1"),
            new Subtask(1, 0, 1, "RUNNING", host, "tm-2"));
    return new StreamJob(
        "job",
        "Tolls",
        "RUNNING",
        "2.3.0",
        false,
        List.of(new StreamOperator("Toll", true, 2, subtasks, true, OperatorRates.UNKNOWN)));
  }

  private static Primary primary(String host) {
    return new Primary("p", host, 7000, List.of(), List.of(new HashSlotSpan(0, 16_383)));
  }
}
