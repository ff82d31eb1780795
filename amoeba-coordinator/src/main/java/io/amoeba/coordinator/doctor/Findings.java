package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects what checks find. Confined to one thread. */
final class Findings {

  private final Map<Check, List<Problem>> problems = new EnumMap<>(Check.class);
  private final Map<Check, Finding> fine = new EnumMap<>(Check.class);

  void add(Check check, Severity severity, String subject, String text, String remedy) {
    problems
        .computeIfAbsent(check, absent -> new ArrayList<>())
        .add(new Problem(check.name(), severity, subject, text, remedy));
  }

  /** A check for which a subject did not tell what is needed. */
  void unknown(Check check, String subject, String unseen, String remedy) {
    add(check, Severity.UNKNOWN, subject, "cannot be determined: " + unseen, remedy);
  }

  /** What is said if a check has nothing to complain about. */
  void fine(Check check, String subject, String text) {
    fine.put(check, new Finding(check.name(), Severity.OK, List.of(subject), text, ""));
  }

  Diagnosis diagnosis() {
    List<Finding> findings = new ArrayList<>();
    for (Check check : Check.values()) {
      findings.addAll(Finding.of(problems.getOrDefault(check, List.of())));
      if (!problems.containsKey(check) && fine.containsKey(check)) {
        findings.add(fine.get(check));
      }
    }
    return new Diagnosis(findings);
  }
}
