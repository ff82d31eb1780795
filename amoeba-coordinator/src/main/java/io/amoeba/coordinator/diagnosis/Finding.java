package io.amoeba.coordinator.diagnosis;

import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Problems that differ in their subjects alone, as one; or the result of a check that passed.
 * Contains no secret. Immutable.
 *
 * @param code as of a {@link Problem}
 * @param severity {@link Severity#OK} if a check passed
 * @param subjects servers, operators, jobs or settings; none if it is the whole
 * @param text what was seen of each subject, without the remedy
 * @param remedy what an operator can do about it, as sentences; empty if nothing
 */
public record Finding(
    String code, Severity severity, List<String> subjects, String text, String remedy) {

  /** As many subjects are named; of more, the number tells enough. */
  private static final int NAMED = 3;

  public Finding {
    subjects = List.copyOf(subjects);
  }

  /** Problems that are equal but for their subjects become one, at the place of the first. */
  public static List<Finding> of(Collection<Problem> problems) {
    Map<Problem, Set<String>> subjects = new LinkedHashMap<>();
    for (Problem problem : problems) {
      Problem ofAll =
          new Problem(problem.code(), problem.severity(), "", problem.text(), problem.remedy());
      Set<String> same = subjects.computeIfAbsent(ofAll, absent -> new LinkedHashSet<>());
      if (!problem.subject().isEmpty()) {
        same.add(problem.subject());
      }
    }
    return subjects.entrySet().stream()
        .map(
            entry -> {
              Problem ofAll = entry.getKey();
              return new Finding(
                  ofAll.code(),
                  ofAll.severity(),
                  List.copyOf(entry.getValue()),
                  ofAll.text(),
                  ofAll.remedy());
            })
        .toList();
  }

  /** Subjects and texts of problems in one line, as logs of decisions show them. */
  public static String statement(Collection<Problem> problems) {
    return of(problems).stream().map(Finding::statement).collect(Collectors.joining("; "));
  }

  /** The first subjects, and how many more there are. */
  public static String names(List<String> subjects) {
    return subjects.size() <= NAMED
        ? String.join(", ", subjects)
        : "%s and %d more"
            .formatted(String.join(", ", subjects.subList(0, NAMED)), subjects.size() - NAMED);
  }

  /** Subjects and text, as logs of decisions show them. */
  public String statement() {
    return subjects.isEmpty() ? text : names(subjects) + ": " + text;
  }

  /** Subjects, text and remedy, as logs and terminals show them. */
  public String message() {
    String statement = statement();
    if (remedy.isEmpty()) {
      return statement;
    }
    // It may end with the words of a server.
    return statement + (statement.endsWith(".") ? " " : ". ") + remedy;
  }
}
