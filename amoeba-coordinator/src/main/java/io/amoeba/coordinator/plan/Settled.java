package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.monitor.StreamOperator;
import java.util.List;

/** Whether enough is known to plan for operators. Stateless. */
public final class Settled {

  private Settled() {}

  /** Whether all their subtasks are known, every hash slot has a primary, and nothing blocks. */
  public static boolean all(List<StreamOperator> operators, List<Symptom> symptoms) {
    return operators.stream()
            .allMatch(
                operator ->
                    operator.settled()
                        && operator.subtasks().size() == operator.parallelism()
                        && symptoms.stream().noneMatch(s -> s.blocks(operator.name())))
        && symptoms.stream().noneMatch(s -> s.is(SymptomCode.HASH_SLOTS_UNCOVERED));
  }
}
