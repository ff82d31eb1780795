package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.Comparator;
import java.util.List;

/** All findings, in the order of the checks. Immutable. */
public record Diagnosis(List<Finding> findings) {

  public Diagnosis {
    findings = List.copyOf(findings);
  }

  /** The most severe finding's severity. */
  public Severity worst() {
    return findings.stream()
        .map(Finding::severity)
        .max(Comparator.naturalOrder())
        .orElse(Severity.OK);
  }

  /** Number of findings of this severity. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
