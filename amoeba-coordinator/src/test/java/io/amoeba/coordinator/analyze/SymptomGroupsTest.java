package io.amoeba.coordinator.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SymptomGroupsTest {

  private static final String REMEDY =
      "; is amoeba.coordinator.url set for the job's task managers?";

  @Test
  void oneSymptomIsExplainedAsItExplainsItself() {
    Symptom missing = new Symptom.ReportsMissing(new EdgeId("job", "Toll"));

    assertThat(SymptomGroups.text(List.of(missing)))
        .isEqualTo(missing.explain())
        .isEqualTo("Toll: no task manager reports it" + REMEDY);
  }

  @Test
  void theSameOfManyOperatorsIsOneLineWithTheirNumber() {
    List<Symptom> symptoms = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      symptoms.add(new Symptom.UnsettledSubtasks("op-" + i));
      symptoms.add(new Symptom.ReportsMissing(new EdgeId("job", "op-" + i)));
    }

    assertThat(SymptomGroups.text(symptoms))
        .isEqualTo(
            "6 operators: subtasks are starting or moving; waiting for two equal reads;"
                + " 6 operators: no task manager reports them"
                + REMEDY);
  }

  @Test
  void fewOperatorsAreNamed() {
    assertThat(
            SymptomGroups.text(
                List.of(
                    new Symptom.UnprintableName("Toll"), new Symptom.UnprintableName("Accident"))))
        .isEqualTo(
            "Toll, Accident: their names have control characters; rename the operators to align"
                + " them");
  }

  @Test
  void findingsThatDifferAreNotMixed() {
    assertThat(
            SymptomGroups.text(
                List.of(
                    new Symptom.ParallelismMismatch("Toll", 4, 3),
                    new Symptom.ParallelismMismatch("Accident", 2, 3),
                    new Symptom.ParallelismMismatch("Report", 4, 3))))
        .startsWith("Toll, Report: 4 subtasks for 3 nodes")
        .contains("; Accident: 2 subtasks for 3 nodes");
  }

  @Test
  void operatorsWithDifferentNumbersOfMisalignedHashSlotsAreOneLineWithTheLargest() {
    List<Symptom> symptoms = new ArrayList<>();
    IntStream.of(8_192, 16_384, 4_096, 8_192)
        .forEach(
            count ->
                symptoms.add(
                    new Symptom.MisalignedHashSlots(
                        "op-" + symptoms.size(), count, count / 16384.0)));

    assertThat(SymptomGroups.text(symptoms))
        .isEqualTo(
            "4 operators: up to 16384 hash slots (100.0 %) are owned away from their primary");
    assertThat(SymptomGroups.text(List.of(symptoms.get(0), symptoms.get(3))))
        .isEqualTo("op-0, op-3: 8192 hash slots (50.0 %) are owned away from their primary");
  }

  @Test
  void symptomsOfNoOperatorStayAsTheyAre() {
    Symptom store = new Symptom.StoreUnreachable("cut off");
    Symptom stream = new Symptom.StreamUnreachable("cut off");

    assertThat(SymptomGroups.text(List.of(store, stream)))
        .isEqualTo(store.explain() + "; " + stream.explain());
  }
}
