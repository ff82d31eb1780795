package io.amoeba.coordinator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SymptomTest {

  @Test
  void oneSymptomIsToldAsItsProblemTellsItself() {
    Symptom missing = Symptoms.reportsMissing("Toll");

    assertThat(Symptom.findings(List.of(missing)))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .isEqualTo(missing.problem().message())
                    .isEqualTo(
                        "Toll: no report from any task manager. Set amoeba.coordinator.url for the"
                            + " job's task managers."));
  }

  @Test
  void theSameOfManyOperatorsIsOneFindingWithTheirNumber() {
    List<Symptom> symptoms = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      symptoms.add(Symptoms.subtasksUnsettled("op-" + i));
      symptoms.add(Symptoms.reportsMissing("op-" + i));
    }

    assertThat(Symptom.findings(symptoms))
        .extracting(Finding::code)
        .containsExactly("SUBTASKS_UNSETTLED", "REPORTS_MISSING");
    assertThat(Symptom.statement(symptoms))
        .isEqualTo(
            "op-0, op-1, op-2 and 3 more: subtasks are starting or moving; waiting for two equal"
                + " reads; op-0, op-1, op-2 and 3 more: no report from any task manager");
  }

  @Test
  void fewOperatorsAreNamed() {
    assertThat(
            Symptom.statement(
                List.of(
                    Symptoms.operatorNameUnprintable("Toll"),
                    Symptoms.operatorNameUnprintable("Accident"))))
        .isEqualTo("Toll, Accident: the operator's name has control characters");
  }

  @Test
  void findingsThatDifferAreNotMixed() {
    assertThat(
            Symptom.statement(
                List.of(
                    Symptoms.subtasksTooFew("Toll", 4, 3),
                    Symptoms.subtasksTooFew("Accident", 2, 3),
                    Symptoms.subtasksTooFew("Report", 4, 3))))
        .startsWith("Toll, Report: 4 subtasks for 3 nodes")
        .contains("; Accident: 2 subtasks for 3 nodes");
  }

  @Test
  void operatorsWithDifferentNumbersOfMisalignedHashSlotsAreOneFindingWithTheLargest() {
    List<Symptom> symptoms = new ArrayList<>();
    IntStream.of(8_192, 16_384, 4_096, 8_192)
        .forEach(
            count -> symptoms.add(Symptoms.hashSlotsMisaligned("op-" + symptoms.size(), count)));

    assertThat(Symptom.statement(symptoms))
        .isEqualTo(
            "op-0, op-1, op-2 and 1 more: up to 16384 hash slots (100.0 %) are owned away from"
                + " their primary");
    assertThat(Symptom.statement(List.of(symptoms.get(0), symptoms.get(3))))
        .isEqualTo("op-0, op-3: 8192 hash slots (50.0 %) are owned away from their primary");
  }

  @Test
  void symptomsOfNoOperatorStayAsTheyAre() {
    Symptom store = Symptoms.redisUnreachable("cut off", true);
    Symptom stream = Symptoms.flinkUnreachable("cut off");

    assertThat(Symptom.statement(List.of(store, stream)))
        .isEqualTo(store.problem().statement() + "; " + stream.problem().statement());
  }

  @Test
  void theMostSevereComesFirst() {
    List<Symptom> symptoms =
        List.of(
            Symptoms.subtasksUnsettled("Toll"),
            Symptoms.hashSlotsUncovered(7),
            Symptoms.hashSlotsUnserved("no primary serves hash slot 2", "Choose an owner."),
            Symptoms.flinkUnreachable("cut off"));

    assertThat(Symptom.bySeverity(symptoms))
        .extracting(Finding::code)
        .containsExactly(
            "HASH_SLOTS_UNSERVED",
            "HASH_SLOTS_UNCOVERED",
            "FLINK_UNREACHABLE",
            "SUBTASKS_UNSETTLED");
  }

  @Test
  void aProblemOfAnOperationPreventsEveryPlan() {
    Problem problem = new Problem("COPY_HALF_DONE", Severity.ERROR, "a:1", "half done", "Wait.");

    Symptom symptom = Symptom.ofOperation(problem);

    assertThat(symptom.blocks("Toll")).isTrue();
    assertThat(Symptom.findings(List.of(symptom)))
        .containsExactly(
            new Finding("COPY_HALF_DONE", Severity.ERROR, List.of("a:1"), "half done", "Wait."));
  }

  @Test
  void everySymptomHasTextAndItsOwnCode() {
    List<Symptom> all = everySymptom();

    assertThat(all)
        .allSatisfy(symptom -> assertThat(symptom.problem().text()).isNotBlank())
        .allSatisfy(symptom -> assertThat(symptom.problem().remedy()).matches("|['A-Z].*\\."));
    assertThat(all)
        .extracting(symptom -> symptom.problem().code())
        .containsOnlyOnceElementsOf(Arrays.stream(SymptomCode.values()).map(Enum::name).toList());
  }

  private static List<Symptom> everySymptom() {
    List<String> nodes = List.of("z");
    return List.of(
        Symptoms.flinkUnreachable("cut off"),
        Symptoms.redisUnreachable("cut off", true),
        Symptoms.jobMissing("A", List.of("B")),
        Symptoms.jobAmbiguous("", List.of("A", "B")),
        Symptoms.hostUnusable("Redis, for node p", "-x"),
        Symptoms.unalignedCheckpointsUnsafe("A", "2.0.2"),
        Symptoms.nothingToAlign("A"),
        Symptoms.nothingToFollow("A", List.of("B")),
        Symptoms.operatorNameUnprintable("A"),
        Symptoms.subtasksUnsettled("A"),
        Symptoms.reportsMissing("A"),
        Symptoms.mapsRefused("tm-1", 2),
        Symptoms.handOverOverdue("A", 7, 20_000, "waiting for tm-1"),
        Symptoms.placementUnknown("A"),
        Symptoms.hashSlotsMisaligned("A", 8_192),
        Symptoms.hashSlotsWithoutSubtask("A", nodes, 3),
        Symptoms.subtasksTooFew("A", 2, 3),
        Symptoms.requestsRemote("A", 0.25),
        Symptoms.keyGroupsNotHashSlots("A", 200),
        Symptoms.keyGroupsWithoutPrimary("A", nodes, 3),
        Symptoms.hashSlotsAwayFromStream("A", 3),
        Symptoms.hashSlotsUncovered(3),
        Symptoms.hashSlotsUnserved("no primary serves hash slot 2", "Choose an owner."),
        Symptoms.upkeepOnPrimary("a:1", "save"),
        Symptoms.upkeepFailed("a:1", "save"),
        Symptoms.noFailoverCandidate("a:1", "it has no replica"),
        Symptoms.migrationHalfDone("in phase REPLICATING"),
        Symptoms.roundHalfDone("a:1", "the lead is away"),
        Symptoms.rescaleHalfDone("in phase STOPPING"),
        Symptoms.jobDown("the job does not run", "Start it."),
        Symptoms.endedPlanUnfinished("plan-1"),
        Symptoms.changeHeld("move_hash_slots", "failed once", "Retry."),
        Symptoms.changeGivenUp("move_hash_slots", "failed ten times", "Fix the cause."));
  }
}
