package io.amoeba.coordinator.diagnosis;

import io.amoeba.coordinator.diagnosis.SymptomCode.Blocks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A problem that was found at a tick: something that keeps the job from working on its own node, or
 * the coordinator from acting. {@link Symptoms} makes them. Immutable.
 *
 * @param blocks which plans are neither created nor continued until it is over
 * @param hashSlots how many hash slots are concerned, if operators with this symptom differ in
 *     nothing else; otherwise 0
 */
public record Symptom(Problem problem, Blocks blocks, int hashSlots) {

  /** What an operation has left half done: it prevents every plan. */
  public static Symptom ofOperation(Problem problem) {
    return new Symptom(problem, Blocks.EVERY_PLAN, 0);
  }

  /** What a plan leaves as it is: it prevents none. */
  public static Symptom ofSkipped(Problem problem) {
    return new Symptom(problem, Blocks.NOTHING, 0);
  }

  static Symptom of(SymptomCode code, String subject, String text, String remedy) {
    return new Symptom(
        new Problem(code.name(), code.severity(), subject, text, remedy), code.blocks(), 0);
  }

  Symptom concerning(int newHashSlots) {
    return new Symptom(problem, blocks, newHashSlots);
  }

  /** Whether this is its code. */
  public boolean is(SymptomCode code) {
    return problem.code().equals(code.name());
  }

  /** Whether this is its code, and the subject its operator, job or server. */
  public boolean is(SymptomCode code, String subject) {
    return is(code) && problem.subject().equals(subject);
  }

  /** Whether no plan may be made for the operator until this is over. */
  public boolean blocks(String operator) {
    return switch (blocks) {
      case NOTHING -> false;
      case PLANS_OF_OPERATOR -> problem.subject().equals(operator);
      case EVERY_PLAN -> true;
    };
  }

  /**
   * Several symptoms together: the same of several operators is one finding. Where they differ in
   * the number of hash slots, the largest tells how bad it is.
   */
  public static List<Finding> findings(Collection<Symptom> symptoms) {
    Map<String, Symptom> largest = new HashMap<>();
    Map<String, Symptom> smallest = new HashMap<>();
    for (Symptom symptom : symptoms) {
      String code = symptom.problem.code();
      largest.merge(code, symptom, (a, b) -> a.hashSlots >= b.hashSlots ? a : b);
      smallest.merge(code, symptom, (a, b) -> a.hashSlots <= b.hashSlots ? a : b);
    }
    List<Problem> problems = new ArrayList<>();
    for (Symptom symptom : symptoms) {
      Problem problem = symptom.problem;
      Symptom most = largest.getOrDefault(problem.code(), symptom);
      boolean differ = most.hashSlots > smallest.getOrDefault(problem.code(), symptom).hashSlots;
      problems.add(
          differ
              ? new Problem(
                  problem.code(),
                  problem.severity(),
                  problem.subject(),
                  "up to " + most.problem.text(),
                  problem.remedy())
              : problem);
    }
    return Finding.of(problems);
  }

  /** The {@link #findings findings}, the most severe first. */
  public static List<Finding> bySeverity(Collection<Symptom> symptoms) {
    return findings(symptoms).stream()
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /** What was seen, in one line without remedies, as logs of decisions show it. */
  public static String statement(Collection<Symptom> symptoms) {
    return String.join("; ", findings(symptoms).stream().map(Finding::statement).toList());
  }
}
