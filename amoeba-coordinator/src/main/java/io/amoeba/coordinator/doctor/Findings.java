package io.amoeba.coordinator.doctor;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects findings. What is said of several subjects in the same words becomes one finding, so
 * that a large cluster does not repeat itself. Confined to one thread.
 */
final class Findings {

  private record Words(Severity severity, String seen, String change) {}

  private final Map<Check, Map<Words, List<String>>> complaints = new EnumMap<>(Check.class);
  private final Map<Check, Finding> fine = new EnumMap<>(Check.class);

  void add(Check check, Severity severity, String subject, String seen, String change) {
    List<String> subjects =
        complaints
            .computeIfAbsent(check, absent -> new LinkedHashMap<>())
            .computeIfAbsent(new Words(severity, seen, change), absent -> new ArrayList<>());
    if (!subjects.contains(subject)) {
      subjects.add(subject);
    }
  }

  /** A check for which a subject did not tell what is needed. */
  void unknown(Check check, String subject, String unseen, String change) {
    add(check, Severity.UNKNOWN, subject, "cannot be determined: " + unseen, change);
  }

  /** What is said if a check has nothing to complain about. */
  void fine(Check check, String subject, String seen) {
    fine.put(check, new Finding(check, Severity.OK, List.of(subject), seen, ""));
  }

  Diagnosis diagnosis() {
    List<Finding> findings = new ArrayList<>();
    for (Check check : Check.values()) {
      Map<Words, List<String>> said = complaints.getOrDefault(check, Map.of());
      said.forEach(
          (words, subjects) ->
              findings.add(
                  new Finding(check, words.severity(), subjects, words.seen(), words.change())));
      if (said.isEmpty() && fine.containsKey(check)) {
        findings.add(fine.get(check));
      }
    }
    return new Diagnosis(findings);
  }
}
