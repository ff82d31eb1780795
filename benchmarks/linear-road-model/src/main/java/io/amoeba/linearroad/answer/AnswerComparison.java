package io.amoeba.linearroad.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Differences between the answers of a run and the right ones, per output type and without emit
 * times. Equal answers count as often as they occur. Immutable.
 */
public record AnswerComparison(List<OfType> types, long unreadableLines) {
  /** Kept examples of each kind of mismatch, per type. */
  public static final int SHOWN_EXAMPLES = 20;

  public AnswerComparison {
    types = List.copyOf(types);
  }

  /**
   * The comparison of one output type.
   *
   * @param checked number of right answers
   * @param missing number of right answers that the run did not give
   * @param unexpected number of wrong answers of the run
   * @param missingExamples the first lines of the missing answers in the order of their text
   * @param unexpectedExamples likewise for the unexpected ones
   */
  public record OfType(
      int type,
      long checked,
      long missing,
      long unexpected,
      List<String> missingExamples,
      List<String> unexpectedExamples) {
    public OfType {
      missingExamples = List.copyOf(missingExamples);
      unexpectedExamples = List.copyOf(unexpectedExamples);
    }
  }

  /** Compares the answers of a run with the right ones. */
  public static AnswerComparison of(AnswerSet right, AnswerSet given) {
    List<OfType> types = new ArrayList<>();
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      Surplus missing = Surplus.of(type, right, given);
      Surplus unexpected = Surplus.of(type, given, right);
      types.add(
          new OfType(
              type,
              right.size(type),
              missing.count,
              unexpected.count,
              missing.examples,
              unexpected.examples));
    }
    return new AnswerComparison(types, given.unreadableLines());
  }

  public long checked() {
    return types.stream().mapToLong(OfType::checked).sum();
  }

  /** Missing, unexpected and unreadable answers. */
  public long mismatches() {
    return types.stream().mapToLong(type -> type.missing + type.unexpected).sum() + unreadableLines;
  }

  /** Whether the run gave exactly the right answers. */
  public boolean isEqual() {
    return mismatches() == 0;
  }

  /** The comparison for people, with the kept examples. */
  public String message() {
    StringBuilder text = new StringBuilder();
    text.append("%d answers checked, %d mismatches".formatted(checked(), mismatches()));
    if (unreadableLines > 0) {
      text.append(", ").append(unreadableLines).append(" of them unreadable lines");
    }
    for (OfType type : types) {
      text.append(
          "\n  type %d: %d checked, %d missing, %d unexpected"
              .formatted(type.type, type.checked, type.missing, type.unexpected));
      type.missingExamples.forEach(line -> text.append("\n    missing    ").append(line));
      type.unexpectedExamples.forEach(line -> text.append("\n    unexpected ").append(line));
    }
    return text.toString();
  }

  /** The answers that one multiset has more often than another. */
  private record Surplus(long count, List<String> examples) {
    static Surplus of(int type, AnswerSet more, AnswerSet less) {
      NavigableSet<String> examples = new TreeSet<>();
      long count =
          more.distinct(type)
              .mapToLong(
                  answer -> {
                    int surplus = Math.max(0, more.count(answer) - less.count(answer));
                    if (surplus > 0) {
                      keep(examples, answer.withoutEmit().toLine());
                    }
                    return surplus;
                  })
              .sum();
      return new Surplus(count, List.copyOf(examples));
    }

    /** A completely wrong run must not need memory for the text of all its answers. */
    private static void keep(NavigableSet<String> examples, String line) {
      examples.add(line);
      if (examples.size() > SHOWN_EXAMPLES) {
        examples.pollLast();
      }
    }
  }
}
