package io.amoeba.coordinator.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A keyed stream of two subtasks on nodes x and y, each with half of the hash slots. */
class KeyedStreamTest {

  private static final StoreView RIGHT =
      new StoreView.Found(List.of(primary("x", 0, 8_191), primary("y", 8_192, 16_383)));

  @Test
  void aStoreThatFollowsTheStreamHasNoSymptom() {
    assertThat(analyze(statistics(1_024, true), RIGHT, 1.0)).isEmpty();
  }

  @Test
  void hashSlotsAwayFromTheirSubtaskAreCounted() {
    StoreView store =
        new StoreView.Found(List.of(primary("x", 0, 8_091), primary("y", 8_092, 16_383)));

    assertThat(analyze(statistics(1_024, true), store, 1.0))
        .containsExactly(Symptoms.hashSlotsAwayFromStream("Statistics", 100));
  }

  @Test
  void aPrimaryWithoutHashSlotsMakesItsNodeAPlaceForThem() {
    List<Primary> one = List.of(primary("x", 0, 16_383));

    assertThat(analyze(statistics(1_024, true), new StoreView.Found(one), 1.0))
        .containsExactly(Symptoms.keyGroupsWithoutPrimary("Statistics", List.of("y"), 8_192));
    StoreView withEmpty =
        new StoreView.Found(one, List.of(new Primary("y", "y", 7000, List.of(), List.of())));
    assertThat(analyze(statistics(1_024, true), withEmpty, 1.0))
        .containsExactly(Symptoms.hashSlotsAwayFromStream("Statistics", 8_192));
  }

  @Test
  void primariesOnNodesWithoutASubtaskAreNamed() {
    StoreView store =
        new StoreView.Found(
            List.of(
                primary("x", 0, 8_000), primary("z", 8_001, 8_191), primary("y", 8_192, 16_383)));

    assertThat(analyze(statistics(1_024, true), store, 1.0))
        .containsExactly(Symptoms.hashSlotsWithoutSubtask("Statistics", List.of("z"), 191));
  }

  @Test
  void keyGroupsThatAreNoHashSlotsBlockTheOperator() {
    List<Symptom> symptoms = analyze(statistics(200, true), RIGHT, 1.0);

    assertThat(symptoms).containsExactly(Symptoms.keyGroupsNotHashSlots("Statistics", 200));
    assertThat(symptoms.get(0).blocks("Statistics")).isTrue();
    assertThat(symptoms.get(0).problem().message()).contains("200").contains("power of two");
  }

  @Test
  void subtasksThatMoveBlockTheOperator() {
    assertThat(analyze(statistics(1_024, false), RIGHT, 1.0))
        .containsExactly(Symptoms.subtasksUnsettled("Statistics"));
  }

  @Test
  void anOperatorThatTheJobLacksIsNamedWithThoseThatItHas() {
    StreamOperator other =
        new StreamOperator("Other", false, 2, 1_024, List.of(), true, OperatorRates.UNKNOWN);

    assertThat(analyze(other, RIGHT, 1.0))
        .containsExactly(Symptoms.nothingToFollow("Statistics", List.of("Other")));
  }

  @Test
  void remoteRequestsOfAStreamThatTheStoreFollowsAreASymptom() {
    assertThat(analyze(statistics(1_024, true), RIGHT, 0.75))
        .containsExactly(Symptoms.requestsRemote("Statistics", 0.25));
  }

  @Test
  void unalignedCheckpointsDoNotHarmKeyedStreams() {
    StreamJob job =
        new StreamJob(
            "job",
            "Job",
            "RUNNING",
            "1.20.5",
            true,
            List.of(statistics(1_024, true)),
            Optional.of("Statistics"));

    assertThat(Analyzer.analyze(world(job, RIGHT, 1.0))).isEmpty();
  }

  private static List<Symptom> analyze(StreamOperator operator, StoreView store, double share) {
    StreamJob job =
        new StreamJob(
            "job", "Job", "RUNNING", "2.3.0", false, List.of(operator), Optional.of("Statistics"));
    return Analyzer.analyze(world(job, store, share));
  }

  private static ClusterSnapshot world(StreamJob job, StoreView store, double share) {
    List<Subtask> subtasks = job.operators().get(0).subtasks();
    List<Primary> primaries = new ArrayList<>();
    if (store instanceof StoreView.Found found) {
      primaries.addAll(found.primaries());
      primaries.addAll(found.empty());
    }
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.Found(job),
        store,
        new NodeTable(List.of(), host -> Set.of()).match(subtasks, primaries),
        List.of(),
        Map.of(),
        Map.of("Statistics", share));
  }

  private static StreamOperator statistics(int maxParallelism, boolean settled) {
    List<Subtask> subtasks =
        List.of(
            new Subtask(0, 0, 1, "RUNNING", "x", "tm-x"),
            new Subtask(1, 0, 1, "RUNNING", "y", "tm-y"));
    return new StreamOperator(
        "Statistics", false, 2, maxParallelism, subtasks, settled, OperatorRates.UNKNOWN);
  }

  private static Primary primary(String host, int from, int to) {
    return new Primary(host, host, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
  }
}
