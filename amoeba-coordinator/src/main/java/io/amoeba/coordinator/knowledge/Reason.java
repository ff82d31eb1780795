package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import java.util.Collection;
import java.util.List;

/**
 * Why something was decided. Immutable.
 *
 * @param codes of the problems that led to it, in the order of the alphabet; none: the text says it
 *     all
 * @param text for people; subjects and numbers in it may differ from tick to tick
 */
public record Reason(List<String> codes, String text) {

  public Reason {
    codes = codes.stream().distinct().sorted().toList();
  }

  /** One without problems. */
  public static Reason of(String text) {
    return new Reason(List.of(), text);
  }

  /** Some problems. */
  public static Reason of(Collection<Problem> problems) {
    return new Reason(codes(problems), Finding.statement(problems));
  }

  /** Some symptoms. */
  public static Reason ofSymptoms(Collection<Symptom> symptoms) {
    return new Reason(
        codes(symptoms.stream().map(Symptom::problem).toList()), Symptom.statement(symptoms));
  }

  /** The same with words before the text. */
  public Reason after(String words) {
    return new Reason(codes, words + text);
  }

  private static List<String> codes(Collection<Problem> problems) {
    return problems.stream().map(Problem::code).toList();
  }
}
