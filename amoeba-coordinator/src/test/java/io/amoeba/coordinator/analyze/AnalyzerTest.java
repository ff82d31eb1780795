package io.amoeba.coordinator.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.DisownedHashSlots;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyzerTest {

  private static final EdgeId EDGE = new EdgeId("job", "Toll");
  private static final List<Subtask> PLACES =
      List.of(
          new Subtask(0, 0, 1, "RUNNING", "x", "tm-x"),
          new Subtask(1, 0, 1, "RUNNING", "y", "tm-y"));
  private static final List<Primary> HALVES =
      List.of(primary("x", 0, 8_191), primary("y", 8_192, 16_383));

  @Test
  void alignedJobHasNoSymptom() {
    assertThat(Analyzer.analyze(world(job(true, "2.3.0", false), HALVES, map(8_192), 1.0)))
        .isEmpty();
  }

  @Test
  void hashSlotsOwnedAwayFromTheirPrimaryAreCounted() {
    assertThat(Analyzer.analyze(world(job(true, "2.3.0", false), HALVES, map(8_092), 1.0)))
        .containsExactly(Symptoms.hashSlotsMisaligned("Toll", 100));
  }

  @Test
  void remoteRequestsInSpiteOfAlignmentAreASymptom() {
    assertThat(Analyzer.analyze(world(job(true, "2.3.0", false), HALVES, map(8_192), 0.75)))
        .containsExactly(Symptoms.requestsRemote("Toll", 0.25));
  }

  @Test
  void primariesWithoutASubtaskNearThemAndTooFewSubtasksAreSymptoms() {
    List<Primary> thirds =
        List.of(primary("x", 0, 8_000), primary("y", 8_001, 16_000), primary("z", 16_001, 16_383));

    assertThat(Analyzer.analyze(world(job(true, "2.3.0", false), thirds, map(8_001), 1.0)))
        .contains(
            Symptoms.hashSlotsWithoutSubtask("Toll", List.of("z"), 383),
            Symptoms.subtasksTooFew("Toll", 2, 3));
  }

  @Test
  void hashSlotsWithoutAPrimaryAreCounted() {
    List<Primary> half = List.of(primary("x", 0, 8_191));

    assertThat(Analyzer.analyze(world(job(true, "2.3.0", false), half, map(8_192), 1.0)))
        .contains(Symptoms.hashSlotsUncovered(8_192));
  }

  @Test
  void hashSlotsThatNobodyServesAreAnAlarmAndBlockPlans() {
    DisownedHashSlots disowned =
        new DisownedHashSlots(List.of(new HashSlotSpan(2, 2)), Map.of("x:1", "y:1", "y:1", "x:1"));
    ClusterSnapshot world = world(job(true, "2.3.0", false), HALVES, map(8_192), 1.0);

    List<Symptom> symptoms =
        Analyzer.analyze(
            new ClusterSnapshot(
                world.at(),
                world.stream(),
                new StoreView.Found(HALVES, List.of(), Optional.empty(), List.of(disowned)),
                world.nodes(),
                world.reports(),
                world.placements(),
                world.localHitRates()));

    assertThat(symptoms)
        .contains(Symptoms.hashSlotsUnserved(disowned.text(), DisownedHashSlots.REMEDY));
    assertThat(symptoms)
        .filteredOn(symptom -> symptom.problem().severity() == Problem.Severity.ALARM)
        .isNotEmpty()
        .allMatch(symptom -> symptom.blocks("Toll"));
    assertThat(symptoms.get(0).problem().text())
        .startsWith("no primary serves hash slots 2: x:1 says that y:1 owns them");
    assertThat(symptoms.get(0).problem().remedy()).contains("CLUSTER SETSLOT <hash slot> NODE");
  }

  @Test
  void movingSubtasksBlockTheirOperator() {
    List<Symptom> symptoms =
        Analyzer.analyze(world(job(false, "2.3.0", false), HALVES, map(8_192), 1.0));

    assertThat(symptoms).containsExactly(Symptoms.subtasksUnsettled("Toll"));
    assertThat(symptoms.get(0).blocks("Toll")).isTrue();
    assertThat(symptoms.get(0).blocks("Other")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1.20.5, true",
    "2.0.2, true",
    "2.1.3, true",
    "2.2.0, true",
    "2.2.1, false",
    "2.3.0, false",
    "2.2, true",
    "3.0.1, false",
    "2.3-SNAPSHOT, false",
    "unknown, true"
  })
  void unalignedCheckpointsAreRefusedWhereTheyLoseRecords(String version, boolean refused) {
    List<Symptom> symptoms =
        Analyzer.analyze(world(job(true, version, true), HALVES, map(8_192), 1.0));

    assertThat(symptoms.stream().anyMatch(s -> s.blocks("Toll"))).isEqualTo(refused);
  }

  @Test
  void lostSystemsAndMissingJobsBlockEverything() {
    ClusterSnapshot lost =
        new ClusterSnapshot(
            Instant.EPOCH,
            new StreamView.Missing("A", List.of("B")),
            new StoreView.Unreachable("refused"),
            new NodeTable(List.of(), host -> Set.of()).match(List.of(), List.of()),
            List.of(),
            Map.of(),
            Map.of());

    assertThat(Analyzer.analyze(lost))
        .containsExactly(
            Symptoms.redisUnreachable("refused", true), Symptoms.jobMissing("A", List.of("B")))
        .allMatch(symptom -> symptom.blocks("any"))
        .noneMatch(symptom -> symptom.problem().text().isBlank());
  }

  @Test
  void nobodyMissesAJobWhereNoneIsConfigured() {
    assertThat(Analyzer.analyze(alone(new StoreView.Found(List.of(primary("x", 0, 16_383))))))
        .isEmpty();
    assertThat(Analyzer.analyze(alone(new StoreView.Unreachable("refused"))))
        .containsExactly(Symptoms.redisUnreachable("refused", false))
        .noneMatch(symptom -> symptom.problem().text().contains("placement maps"));
    assertThat(Analyzer.analyze(alone(new StoreView.Found(List.of(primary("x", 1, 16_383))))))
        .containsExactly(Symptoms.hashSlotsUncovered(1));
  }

  private static ClusterSnapshot alone(StoreView store) {
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.NotConfigured(),
        store,
        new NodeTable(List.of(), host -> Set.of())
            .match(
                List.of(), store instanceof StoreView.Found found ? found.primaries() : List.of()),
        List.of(),
        Map.of(),
        Map.of());
  }

  @Test
  void operatorThatNobodyReportsIsNamed() {
    ClusterSnapshot world = world(job(true, "2.3.0", false), HALVES, map(8_192), 1.0);
    ClusterSnapshot silent =
        new ClusterSnapshot(
            world.at(),
            world.stream(),
            world.store(),
            world.nodes(),
            List.of(),
            world.placements(),
            Map.of());

    assertThat(Analyzer.analyze(silent)).containsExactly(Symptoms.reportsMissing(EDGE.operator()));
  }

  private static StreamJob job(boolean settled, String version, boolean unaligned) {
    StreamOperator toll =
        new StreamOperator("Toll", true, 2, PLACES, settled, OperatorRates.UNKNOWN);
    return new StreamJob("job", "Job", "RUNNING", version, unaligned, List.of(toll));
  }

  private static ClusterSnapshot world(
      StreamJob job, List<Primary> primaries, PlacementMap map, double localHitRate) {
    RouterReport router = new RouterReport(EDGE, 0, 1, 2, 1, 1, 1);
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.Found(job),
        new StoreView.Found(primaries),
        new NodeTable(List.of(), host -> Set.of()).match(PLACES, primaries),
        List.of(
            new TaskManagerReport("tm-x", "x", "us", 0, 0, List.of(router), List.of(), List.of())),
        Map.of(EDGE, map),
        Map.of("Toll", localHitRate));
  }

  private static PlacementMap map(int boundary) {
    return PlacementMap.ofRanges(
        1,
        2,
        List.of(new HashSlotRange(0, boundary - 1, 0), new HashSlotRange(boundary, 16_383, 1)));
  }

  private static Primary primary(String host, int from, int to) {
    return new Primary(host, host, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
  }
}
