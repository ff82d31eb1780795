package io.amoeba.linearroad.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * How the answers of a run differ from the right ones, per output type and without emit times.
 * Equal answers count as often as they occur. Immutable.
 */
public record AnswerComparison(List<OfType> types, long unreadableLines) {
  /** How many examples of each kind of mismatch are kept per type. */
  public static final int SHOWN_EXAMPLES = 20;

  /** Takes an immutable copy of the types. */
  public AnswerComparison {
    types = List.copyOf(types);
  }

  /**
   * The comparison of one output type.
   *
   * @param checked how many right answers there are
   * @param missing how many of them the run did not give
   * @param unexpected how many answers the run gave that are not right
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
    /** Takes immutable copies of the examples. */
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

  /** How many right answers were looked for. */
  public long checked() {
    return types.stream().mapToLong(OfType::checked).sum();
  }

  /** How many answers are missing, unexpected or unreadable. */
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
    text.append(checked()).append(" answers checked, ").append(mismatches()).append(" mismatches");
    if (unreadableLines > 0) {
      text.append(", ").append(unreadableLines).append(" of them unreadable lines");
    }
    for (OfType type : types) {
      text.append("\n  type ").append(type.type).append(": ").append(type.checked);
      text.append(" checked, ").append(type.missing).append(" missing, ");
      text.append(type.unexpected).append(" unexpected");
      type.missingExamples.forEach(line -> text.append("\n    missing    ").append(line));
      type.unexpectedExamples.forEach(line -> text.append("\n    unexpected ").append(line));
    }
    return text.toString();
  }

  /** What one multiset has more than another. */
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

    /** A run that is all wrong must not need memory for all of its answers as text. */
    private static void keep(NavigableSet<String> examples, String line) {
      examples.add(line);
      if (examples.size() > SHOWN_EXAMPLES) {
        examples.pollLast();
      }
    }
  }
}
