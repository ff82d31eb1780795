package io.amoeba.coordinator.doctor;

import java.util.List;

/**
 * One result of a check: on which nodes or settings, what was seen there, and what to change (empty
 * if nothing). Contains no secrets. Immutable.
 */
public record Finding(
    Check check, Severity severity, List<String> subjects, String seen, String change) {

  public Finding {
    subjects = List.copyOf(subjects);
  }
}
